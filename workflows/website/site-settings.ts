import { isDeepStrictEqual } from "node:util"
import { Effect, Option } from "effect"
import { Hosts } from "#layers/company/hosts"
import { Site } from "#layers/kernel/installation/site"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { MediaUses } from "#layers/website/media-uses"
import { type OwnSite, SiteSettingsOfCompany } from "#layers/website/site-settings"
import { SiteVersion } from "#layers/website/site-version"
import { ValidationError } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import type { SiteSettings } from "#schemas/website/site-settings"
import type * as api from "#schemas/website/site-settings.api"
import type { Input } from "#schemas/kernel/catalog"

/** Stands for the site itself among what uses media. */
const THE_SITE = 0

const told = Effect.gen(function*() {
  const { slug, told } = yield* SiteSettingsOfCompany.use(({ get }) => get)
  const hosts = yield* Hosts
  const { linked } = yield* Site
  const own = Option.getOrUndefined(yield* hosts.firstProved)
  return { ...told, url: own === undefined ? `${linked}/s/${slug}` : `https://${own.host}`, hosts: yield* hosts.all } satisfies SiteSettings
})

export const get_site_settings = () => told

/** Pages that navigation and footer name have to exist. */
const requirePages = Effect.fnUntraced(function*({ footer, navigation = [] }: Input<typeof api.update_site_settings>) {
  const named = [
    ...navigation.flatMap(({ children, page_id }, n) => [
      { field: `navigation[${n}].page_id`, page_id }, ...children.map(({ page_id }, m) => ({ field: `navigation[${n}].children[${m}].page_id`, page_id }))
    ]),
    ...(footer?.links ?? []).map(({ page_id }, n) => ({ field: `footer.links[${n}].page_id`, page_id }))
  ]
  const ids = named.flatMap(({ page_id }) => page_id ?? [])
  const missing = new Set(ids.length === 0 ? [] : (yield* SiteSettingsOfCompany.use((settings) => settings.missingPages(ids))).map(({ id }) => id))
  const details = named.flatMap(({ field, page_id }) => page_id !== null && missing.has(page_id) ? [{ field, error: "there is no such page", received: page_id }] : [])
  if (details.length > 0) return yield* new ValidationError({ message: `There is no page ${[...missing].join(", ")}.`, details })
})

export const update_site_settings = Effect.fnUntraced(function*(changes: Input<typeof api.update_site_settings>) {
  const settings = yield* SiteSettingsOfCompany
  const { company_id } = yield* Caller
  yield* settings.hold
  const { own } = yield* settings.get
  const asked: OwnSite = { ...own, ...changes }
  if (isDeepStrictEqual(own, asked)) return yield* told
  yield* requirePages(changes)
  const before = yield* told
  yield* settings.set(asked)
  const images = [asked.logo_media_id, asked.favicon_media_id].filter((id) => id !== null)
  yield* MediaUses.use((uses) => uses.set("site", THE_SITE, "published", images))
  yield* SiteVersion.use(({ touch }) => touch)
  const after = yield* told
  yield* recordChange({ object: "site_settings", id: company_id, before, after })
  return after
})
