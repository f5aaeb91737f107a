import { Console, Effect } from "effect"
import { owner } from "#layers/database/connections"
import { refusedBy } from "#layers/database/problem"
import { migrated } from "#layers/database/migrated"
import { changeTier as change } from "#layers/auth/provision"
import type { CompanyId } from "#schemas/kernel/ids"
import { StartFailure } from "#schemas/kernel/start-failure"
import type { Tier } from "#schemas/kernel/tenancy"
import { besideService } from "./beside.ts"
import { plain, plainJson } from "./terminal.ts"

interface Input {
  readonly company: CompanyId
  readonly tier: Tier
  readonly json: boolean
}

export const changeTier = ({ company, json, tier }: Input) =>
  besideService(Effect.fnUntraced(function*({ url }) {
    yield* migrated(url)
    const changed = yield* change(company, tier).pipe(
      Effect.provide(owner(url)),
      Effect.catchTags({ SqlError: refusedBy(url, "change a tier") })
    )
    if (changed === undefined) return yield* new StartFailure({ message: `There is no company ${company}.` })
    const { was } = changed
    const name = plain(changed.name)
    yield* Console.log(
      json ? plainJson({ company_id: company, name: changed.name, was, tier })
        : was === tier ? `Company ${company} (${name}) was on the ${tier} tier and still is.`
        : `Company ${company} (${name}) was on the ${was} tier and is on the ${tier} tier now.`
    )
  }))
