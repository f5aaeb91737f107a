import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { CompanyId } from "#schemas/kernel/ids"
import { journalFormats } from "#schemas/payments/journal"

const flags = {
  company: Flag.Int("company").pipe(Flag.withDescription("Whose books, by the company's number"), Flag.withSchema(CompanyId)),
  format: Flag.Literals("format", journalFormats).pipe(
    Flag.withDescription("For hledger, for Beancount, or comma-separated values"),
    Flag.withDefault("hledger" as const)
  ),
  test: Flag.Boolean("test").pipe(Flag.withDescription("The books of test mode"), Flag.withDefault(false))
}

const exportLedger = Command.make("export", flags, (input) =>
  Effect.flatMap(Effect.promise(() => import("./export-ledger.ts")), ({ exportLedger }) => exportLedger(input))).pipe(
    Command.withDescription("Write a company's books to standard output: every posted transaction, for an accounting program."),
    Command.withExamples([
      { command: "service ledger export --company 1 > books.journal", description: "For `hledger -f books.journal check --strict`" }
    ])
  )

export const ledgerCommand = Command.make("ledger").pipe(
  Command.withDescription("The companies' books."),
  Command.withSubcommands([exportLedger])
)
