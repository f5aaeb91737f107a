import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { CompanyId } from "#schemas/kernel/ids"
import { json } from "./flags.ts"

const flags = {
  company: Flag.Int("company").pipe(
    Flag.withDescription("Only of this company, by its number; of all if left out"),
    Flag.withSchema(CompanyId),
    Flag.optional
  ),
  json
}

const verify = Command.make("verify", flags, (input) =>
  Effect.flatMap(Effect.promise(() => import("./verify-receipts.ts")), ({ verify }) => verify(input))).pipe(
    Command.withDescription(
      "Prove that no receipt was changed or removed since it was sealed, or name the first broken link; the exit code is 1 if there is one, or if receipts wait that should have been sealed. " +
        "Whoever could rewrite all receipts of a company and the end of their chain could not be told by these alone: note the head elsewhere."
    ),
    Command.withExamples([{ command: "service receipts verify --company 3", description: "The receipts of company 3" }])
  )

export const receiptsCommand = Command.make("receipts").pipe(
  Command.withDescription("Receipts of everything that was done, each chained to the one before it."),
  Command.withSubcommands([verify])
)
