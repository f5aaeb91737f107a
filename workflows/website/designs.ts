import { isDeepStrictEqual } from "node:util"
import { Effect } from "effect"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { Designs } from "#layers/website/designs"
import { SiteSettingsOfCompany } from "#layers/website/site-settings"
import { SiteVersion } from "#layers/website/site-version"
import type { Input } from "#schemas/kernel/catalog"
import { ValidationError } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import { contrastFaults } from "#schemas/website/design"
import type * as api from "#schemas/website/design.api"

export const get_design = () => Designs.use(({ get }) => get)

export const update_design = Effect.fnUntraced(function*(asked: Input<typeof api.update_design>) {
  const details = contrastFaults(asked).map(({ front, issue, path }) => ({ field: path.join("."), error: issue, received: front }))
  if (details.length > 0) return yield* new ValidationError({ message: `Some people could not read this: ${details.map(({ error }) => error).join("; ")}.`, details })
  const designs = yield* Designs
  const { company_id } = yield* Caller
  yield* SiteSettingsOfCompany.use(({ hold }) => hold)
  const before = yield* designs.get
  if (isDeepStrictEqual(before, asked)) return before
  yield* designs.set(asked)
  yield* recordChange({ object: "design", id: company_id, before, after: asked })
  yield* SiteVersion.use(({ touch }) => touch)
  return asked
})
