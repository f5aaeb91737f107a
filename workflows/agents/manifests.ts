import { Effect, Option } from "effect"
import { Companies } from "#layers/kernel/companies"
import { Site } from "#layers/kernel/installation/site"
import type * as api from "#schemas/agents/api"
import { anonymous } from "#schemas/agents/api"
import { Api } from "#schemas/api"
import { catalogOf, type Input } from "#schemas/kernel/catalog"
import { CompanyNotFound, SurfaceRequiresAuth } from "#schemas/kernel/errors"
import { isAllowed, manifestsOf } from "#schemas/kernel/manifest"
import { Caller, type Surface } from "#schemas/kernel/tenancy"

const manifestOf: ReturnType<typeof manifestsOf> = (wanted) => manifestsOf(catalogOf(Api))(wanted)

export const get_public_manifest = Effect.fnUntraced(function*({ company_id, surface }: Input<typeof api.get_public_manifest>) {
  if (!(anonymous as ReadonlyArray<Surface>).includes(surface)) {
    return yield* new SurfaceRequiresAuth({
      message: `The surface ${surface} needs an API key. Without one, ask for ${anonymous.join(" or ")}.`
    })
  }
  const companies = yield* Companies
  const company = yield* companies.find(company_id)
  if (Option.isNone(company)) return yield* new CompanyNotFound({ message: "There is no such company." })
  const site = yield* Site
  return manifestOf({ host: yield* site.host, company: company.value, surface })
})

export const get_manifest = Effect.fnUntraced(function*({ surface }: Input<typeof api.get_manifest>) {
  const caller = yield* Caller
  const site = yield* Site
  return manifestOf({
    host: yield* site.host,
    company: { id: caller.company_id, tier: caller.tier },
    surface,
    allows: isAllowed(caller)
  })
})
