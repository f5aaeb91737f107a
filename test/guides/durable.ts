import { Effect, Schema } from "effect"
import { child, durable, step, stepKey } from "#workflows/durable"
import { StepTimedOut } from "#workflows/step-timeout"

/*
 * Work that outlives a process. A step that calls the outside has a timeout and says which failures are tried again; its key is the same
 * on each attempt. Many children are started at once: the limits of their workflow say how many work at a time, and their ends reach the
 * parent together. A changed program is a new version beside the old one, which may leave the list once no run holds it.
 */
class Refused extends Schema.TaggedError<Refused>("Refused")("Refused", {}) {}

const Reminder = durable({
  name: "guide.reminder", version: 1, payload: { to: Schema.String }, error: Schema.Union([Refused, StepTimedOut]), concurrency: { perCompany: 8 }
})

export const Reminders = durable({ name: "guide.reminders", version: 1, payload: { all: Schema.Array(Schema.String) }, success: Schema.Int })

export const reminderProgram = (send: (to: string, key: string) => Effect.Effect<void, Refused>) =>
  Reminder.program(({ to }) =>
    step("send", { error: Refused, timeout: "30 seconds", retries: { attempts: 5, first: "1 minute", only: ["StepTimedOut"] } },
      Effect.flatMap(stepKey("send"), (key) => send(to, key))))

export const RemindersProgram = Reminders.program(Effect.fnUntraced(function*({ all }) {
  const sent = yield* Effect.forEach(
    all, (to, n) => child(`${n}`, Reminder, { to }).pipe(Effect.as(1), Effect.orElseSucceed(() => 0)), { concurrency: "unbounded" }
  )
  return sent.reduce((sum, one) => sum + one, 0)
}))
