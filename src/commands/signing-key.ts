import { Effect } from "effect"
import { Command } from "effect/cli"
import { json } from "./flags.ts"

const rotate = Command.make("rotate", { json }, (input) =>
  Effect.flatMap(Effect.promise(() => import("./rotate-signing-key.ts")), ({ rotateSigningKey }) => rotateSigningKey(input))).pipe(
    Command.withDescription(
      "Make a new key to sign access tokens with, in two seconds; prints its id. What the old one signed stays good until it expires, and its " +
        "public half is told for a day. The service does this by itself every 90 days. Set SECRET_KEY to what the service has."
    )
  )

export const signingKeyCommand = Command.make("signing-key").pipe(
  Command.withDescription("The key that access tokens are signed with."),
  Command.withSubcommands([rotate])
)
