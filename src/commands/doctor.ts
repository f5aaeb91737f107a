import { Effect } from "effect"
import { Command, Flag } from "effect/cli"

const flags = {
  json: Flag.Boolean("json").pipe(Flag.withDescription("Print one JSON object"), Flag.withDefault(false))
}

export const doctorCommand = Command.make("doctor", flags, ({ json }) =>
  Effect.flatMap(Effect.promise(() => import("./examine.ts")), ({ examine }) => examine(json))).pipe(
    Command.withDescription("Check configuration, database, migrations, background work, disk, clock, Redis and port, and say what to do.")
  )
