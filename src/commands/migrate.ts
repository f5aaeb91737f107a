import { Console, Effect } from "effect"
import { Command } from "effect/cli"

const program = Effect.gen(function*() {
  const { besideService } = yield* Effect.promise(() => import("./beside.ts"))
  const { migrated } = yield* Effect.promise(() => import("#layers/database/migrated"))
  yield* besideService(Effect.fnUntraced(function*({ url }) {
    const done = yield* migrated(url)
    yield* Console.log(
      done.length === 0
        ? "Nothing to do: the database is up to date."
        : done.map(([id, name]) => `Ran migration ${String(id).padStart(4, "0")} ${name}.`).join("\n")
    )
  }))
})

export const migrateCommand = Command.make("migrate", {}, () => program).pipe(
  Command.withDescription("Bring the database up to date.")
)
