import { Schema } from "effect"
import { Instant, Timestamp } from "#schemas/kernel/time"
import { RunId } from "./run.ts"

/** The furthest that one advance may go. */
export const MOST_YEARS = 10

/** No test clock goes beyond this instant. */
export const LAST_INSTANT = "3000-01-01T00:00:00.000Z"

/** What time it is in the company's test mode, and where an advance stands. */
export const TestClock = Schema.Struct({
  now: Timestamp.annotate({ description: "What time it is in test mode. It stands still while the clock is advanced." }),
  status: Schema.Literals(["ready", "advancing"]).annotate({
    description: "`advancing`: what falls due on the way is being worked off. Ask again until it is `ready`.",
    examples: ["ready"]
  }),
  advancing_to: Schema.NullOr(Timestamp).annotate({ description: "Where an advance goes; `null` while there is none." }),
  fired: Schema.Int.annotate({ description: "Timers that the advance in progress, or the last one, has fired so far.", examples: [3] }),
  next_due_at: Schema.NullOr(Timestamp).annotate({ description: "When the next timer or schedule of test mode falls due; `null` if there is none." }),
  waiting_for: Schema.Array(RunId).annotate({
    description: "Runs that the advance waits for before it goes on, up to 20 of them; see `get_workflow_run`. One that never ends can be canceled."
  })
}).annotate({ identifier: "TestClock" })
export type TestClock = typeof TestClock.Type

const duration = /^P(?=\d|T\d)(?:(\d{1,3})Y)?(?:(\d{1,4})M)?(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?=\d)(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/u

/** The parts of a duration as it may be sent; nothing where the text is none. */
export const partsOf = (text: string) => {
  const found = duration.exec(text)
  if (found === null) return undefined
  const [years, months, weeks, days, hours, minutes, seconds] = found.slice(1).map((part) => Number(part ?? 0)) as [
    number, number, number, number, number, number, number
  ]
  return { years, months, weeks, days, hours, minutes, seconds }
}

/** How far a test clock is to go. */
export const TestClockAdvance = Schema.Struct({
  to: Schema.Union([
    Instant,
    Schema.String.check(Schema.isPattern(duration, { expected: "an instant, like 2027-11-21T09:30:00Z, or a duration, like P30D" }))
  ]).annotate({
    description: `An instant that is not before \`now\`, or a duration from there as ISO 8601 writes it; at most ${MOST_YEARS} years ahead.`,
    examples: ["P1D"]
  })
}).annotate({ identifier: "TestClockAdvance" })
