import { Effect } from "effect"
import { Command } from "effect/cli"
import { json } from "./flags.ts"

export const doctorCommand = Command.make("doctor", { json }, ({ json }) =>
  Effect.flatMap(Effect.promise(() => import("./examine.ts")), ({ examine }) => examine(json))).pipe(
    Command.withDescription("Check configuration, database, migrations, background work, disk, clock, Redis and port, and say what to do.")
  )
