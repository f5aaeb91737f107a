import { Clock, Effect } from "effect"

/** Milliseconds between two lines in a terminal. */
const EVERY_MS = 500

const counted = (rows: number) => `${rows.toLocaleString("en")} ${rows === 1 ? "row" : "rows"}`

/** Back to the beginning of the line, with nothing after what is written there. */
const REWRITE = "\r\u001B[K"

/**
 * Tells on standard error how far an export is: in a terminal while it goes on, elsewhere once it is through. `before` are the rows that
 * were there already, which count for no speed.
 */
export const makeProgress = Effect.fnUntraced(function*(before: number) {
  const begun = yield* Clock.currentTimeMillis
  const { isTTY } = process.stderr
  let rows = 0
  let shown = 0
  const write = (text: string) => Effect.sync(() => void process.stderr.write(text))
  const speed = (now: number) => `${Math.round(rows / Math.max(0.001, (now - begun) / 1_000)).toLocaleString("en")} rows a second`

  return {
    page: (more: number, total: number) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        rows += more
        if (!isTTY || now - shown < EVERY_MS) return Effect.void
        shown = now
        return write(`${REWRITE}${counted(before + rows)} of about ${Math.max(total, before + rows).toLocaleString("en")}, ${speed(now)}`)
      }),
    /** Leaves the line to whatever is written next. */
    stop: Effect.suspend(() => isTTY && shown > 0 ? write(REWRITE) : Effect.void),
    end: Effect.flatMap(Clock.currentTimeMillis, (now) =>
      write(`${counted(before + rows)}${before > 0 ? `, ${before.toLocaleString("en")} of them from before` : ""}: ${speed(now)}.\n`))
  }
})
export type Progress = Effect.Success<ReturnType<typeof makeProgress>>
