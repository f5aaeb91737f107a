import { Console, Effect, Option } from "effect"
import { CliError } from "effect/cli"
import { owner } from "#layers/database/connections"
import { refusedBy } from "#layers/database/problem"
import { migrated } from "#layers/database/migrated"
import { changeTier as change, tierRequests } from "#layers/auth/provision"
import type { CompanyId } from "#schemas/kernel/ids"
import { StartFailure } from "#schemas/kernel/start-failure"
import type { Tier } from "#schemas/kernel/tenancy"
import { besideService } from "./beside.ts"
import { plain, plainJson } from "./terminal.ts"

interface Input {
  readonly company: Option.Option<CompanyId>
  readonly tier: Option.Option<Tier>
  readonly json: boolean
}

const changed = Effect.fnUntraced(function*(company: CompanyId, tier: Tier, json: boolean) {
  const changed = yield* change(company, tier)
  if (changed === undefined) return yield* new StartFailure({ message: `There is no company ${company}.` })
  const { was } = changed
  const name = plain(changed.name)
  yield* Console.log(
    json ? plainJson({ company_id: company, name: changed.name, was, tier })
      : was === tier ? `Company ${company} (${name}) was on the ${tier} tier and still is.`
      : `Company ${company} (${name}) was on the ${was} tier and is on the ${tier} tier now.`
  )
})

const listed = Effect.fnUntraced(function*(json: boolean) {
  const requests = yield* tierRequests
  if (json) return yield* Console.log(plainJson(requests))
  if (requests.length === 0) return yield* Console.log("No company asks for another tier.")
  for (const { company_id, name, requested_at, requested_tier, tier } of requests) {
    yield* Console.log(`Company ${company_id} (${plain(name)}), on the ${tier} tier, asks for the ${requested_tier} tier since ${requested_at}.`)
  }
})

const incomplete = new CliError.ValidationError({
  message: "Give both --company and --tier, or neither to see which companies ask for another tier."
})

export const changeTier = ({ company, json, tier }: Input): Effect.Effect<void, StartFailure | CliError.ValidationError> =>
  Option.isSome(company) !== Option.isSome(tier) ? Effect.fail(incomplete) : besideService(Effect.fnUntraced(function*({ url }) {
    yield* migrated(url)
    const work = Option.isSome(company) && Option.isSome(tier) ? changed(company.value, tier.value, json) : listed(json)
    yield* work.pipe(
      Effect.provide(owner(url)),
      Effect.catchTags({ SqlError: refusedBy(url, "change a tier") })
    )
  }))
