import { Effect } from "effect"
import { Command } from "effect/cli"

export const serveCommand = Command.make("serve", {}, () => Effect.flatMap(Effect.promise(() => import("../main.ts")), ({ serve }) => serve)).pipe(
  Command.withDescription("Run the service.")
)
