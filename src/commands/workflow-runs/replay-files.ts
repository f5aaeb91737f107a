import { readFileSync } from "node:fs"
import { Console, Effect, Option, Schema } from "effect"
import { HISTORY_FORMAT, type RunHistory } from "#schemas/workflows/history"
import { all } from "#workflows/durable-workflows"
import { replay } from "#workflows/workflows/replay/replay"
import { CommandFailure } from "../command-failure.ts"
import { plain, plainJson } from "../terminal.ts"

/** What a replay needs: fields that runs have been given since the export may be missing. */
const isHistory = Schema.is(Schema.Struct({
  format: Schema.Literal(HISTORY_FORMAT), run: Schema.Struct({ id: Schema.Int, workflow: Schema.String, version: Schema.Int }),
  entries: Schema.Array(Schema.Struct({ kind: Schema.String, started_at: Schema.String }))
}))

const jsonOf = (text: string) => Option.liftThrowable((): unknown => JSON.parse(text))()

/** The histories of a file: one over several lines, or one a line. */
const historiesIn = Effect.fnUntraced(function*(file: string) {
  const text = yield* Effect.try({
    try: () => readFileSync(file, "utf8"), catch: (error) => new CommandFailure({ message: `${file} cannot be read: ${(error as Error).message}` })
  })
  const whole = jsonOf(text)
  const values = Option.isSome(whole) ? [whole] : text.split("\n").filter((line) => line.trim() !== "").map(jsonOf)
  const histories = values.map((value) => Option.filter(value, isHistory) as Option.Option<unknown> as Option.Option<RunHistory>)
  const bad = histories.findIndex(Option.isNone)
  if (bad >= 0) return yield* new CommandFailure({ message: `${file}, history ${bad + 1}: this is no history of a run in format 1.` })
  return histories.map((one) => Option.getOrThrow(one))
})

/** Replays histories against the programs of this version of the service, without a database. */
export const replayFiles = Effect.fnUntraced(function*({ files, json }: { readonly files: ReadonlyArray<string>; readonly json: boolean }) {
  let differ = 0
  let count = 0
  for (const file of files) {
    for (const history of yield* historiesIn(file)) {
      const report = yield* replay(history, all)
      count++
      if (report.differences.length > 0) differ++
      if (json) yield* Console.log(plainJson({ file, ...report }))
      else {
        for (const { kind, message } of report.differences) {
          yield* Console.log(plain(`${file}: run ${report.run} of ${report.workflow} version ${report.version}: ${kind}: ${message}`))
        }
      }
    }
  }
  if (!json) yield* Console.log(`${count} ${count === 1 ? "history" : "histories"} replayed, ${differ} would differ.`)
  if (differ > 0) process.exitCode = 1
})
