import { Effect } from "effect"
import { Command } from "effect/cli"

/** Read only when it is to run: help should not wait for it. */
const program = Effect.flatMap(Effect.promise(() => import("../main.ts")), ({ serve }) => serve)

export const serveCommand = Command.make("serve", {}, () => program).pipe(Command.withDescription("Run the service."))
