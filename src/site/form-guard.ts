import { Effect } from "effect"
import { formToken, LEAST_MS, showingOf } from "#workflows/calendar/hosted/form-token"

/** Why a form is not taken as it came. */
export type Doubt = "trapped" | "stale" | "quick"

interface Guarded {
  /** What the showing was signed for. */
  readonly about: string
  readonly token: string
  /** What stands in the field that people do not see. */
  readonly trap: string | null
  /** Milliseconds after which it is to be looked at again; never if left out. */
  readonly most?: number
}

/** Tells people from programs without asking them anything: by when the form was shown, and by a field that people do not see. */
export const guarded = Effect.fnUntraced(function*({ about, most, token, trap }: Guarded) {
  const found = yield* showingOf(about, token)
  const isStale = found === undefined || (most !== undefined && found.age > most)
  const doubt: Doubt | undefined = trap ? "trapped" : isStale ? "stale" : found.age < LEAST_MS ? "quick" : undefined
  /* A form that is shown again keeps its showing, so that it is one however often it is sent. */
  return { showing: found?.showing ?? "", token: isStale ? yield* formToken(about) : token, doubt }
})

/** What whoever sent it reads; `nothing` says what was not done. */
export const doubtText = (doubt: Doubt, nothing: string): string => ({
  trapped: "A field that people do not see was filled in. If you are no program, just send it again.",
  stale: `The form was open for a long time. ${nothing}: see whether all is right, and send it again.`,
  quick: `That was very quick. ${nothing}: see whether all is right, and send it again.`
})[doubt]
