import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { json, target } from "./flags.ts"

const flags = {
  lines: Flag.Int("lines").pipe(
    Flag.withAlias("n"),
    Flag.withDescription("So many of the newest"),
    Flag.filter((lines) => lines >= 1 && lines <= 200, () => "--lines is a number from 1 to 200"),
    Flag.withDefault(20)
  ),
  verb: Flag.String("verb").pipe(Flag.withDescription("Only of this operation, like create_order"), Flag.optional),
  follow: Flag.Boolean("follow").pipe(Flag.withAlias("f"), Flag.withDescription("Go on with what happens from now on, until Ctrl-C"), Flag.withDefault(false)),
  ...target,
  json: json.pipe(Flag.withDescription("Print each receipt whole, as one JSON object a line"))
}

export const logsCommand = Command.make("logs", flags, (input) =>
  Effect.flatMap(Effect.promise(() => import("./show-logs.ts")), ({ showLogs }) => showLogs(input))).pipe(
    Command.withDescription(
      "What was changed in a company, oldest first, from its receipts: when, by which operation, which records, by whom and in which request, with the API key " +
        "in API_KEY or of service login. Reads, and calls that were refused, leave no receipt and are not shown."
    ),
    Command.withExamples([
      { command: "service logs --follow", description: "The last twenty changes, and then each as it is made" },
      { command: "service logs --verb create_order --lines 200 --json", description: "The last orders, for a program to read" }
    ])
  )
