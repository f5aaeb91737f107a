import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { Email } from "#schemas/kernel/email"
import { line } from "#schemas/kernel/text"
import { tiers } from "#schemas/kernel/tenancy"

const flags = {
  company: Flag.String("company").pipe(
    Flag.withDescription("Name of the company"),
    Flag.withSchema(line(200))
  ),
  ownerEmail: Flag.String("owner-email").pipe(
    Flag.withDescription("E-mail address of its owner, who gets a password, or keeps the one of an account that is there already"),
    Flag.withSchema(Email)
  ),
  tier: Flag.Literals("tier", tiers).pipe(
    Flag.withDescription("What the company may use, and how often"),
    Flag.withDefault("starter" as const)
  ),
  industry: Flag.String("industry").pipe(
    Flag.withDescription("Its trade, like dental or law_firm"),
    Flag.withSchema(line(100)),
    Flag.optional
  ),
  json: Flag.Boolean("json").pipe(
    Flag.withDescription("Print one JSON object"),
    Flag.withDefault(false)
  )
}

export const bootstrapCommand = Command.make("bootstrap", flags, (input) =>
  Effect.flatMap(Effect.promise(() => import("./bootstrap-company.ts")), ({ bootstrap }) => bootstrap(input))).pipe(
    Command.withDescription("Make a company with an owner, a live key and a test key; all three are shown once. An owner who has an account keeps its password."),
    Command.withExamples([{
      command: "service bootstrap --company Acme --owner-email owner@acme.example --tier builder --industry dental --json",
      description: "A company on the builder tier, told as JSON"
    }])
  )
