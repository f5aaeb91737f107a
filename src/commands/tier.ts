import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { tiers } from "#schemas/kernel/tenancy"
import { company, json } from "./flags.ts"

const flags = {
  company: Flag.optional(company),
  tier: Flag.Literals("tier", tiers).pipe(
    Flag.withDescription("What the company may use from now on, and how often"),
    Flag.optional
  ),
  json
}

export const tierCommand = Command.make("tier", flags, (input) =>
  Effect.flatMap(Effect.promise(() => import("./change-tier.ts")), ({ changeTier }) => changeTier(input))).pipe(
    Command.withDescription(
      "Put a company on another tier, or see which companies ask for one; a company that signs up begins on starter. A running " +
        "service heeds it at once, and the company's own request is answered by it, whichever tier it gets."
    ),
    Command.withExamples([{
      command: "service tier --company 3 --tier builder",
      description: "Company 3 is on the builder tier from now on"
    }, {
      command: "service tier",
      description: "Companies that ask for another tier (TIER_CHANGES=request)"
    }])
  )
