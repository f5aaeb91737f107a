import { Effect } from "effect"
import { Contacts } from "#layers/crm/contacts"
import { getOrFail } from "#layers/kernel/get-or-fail"
import { companyNow } from "#layers/kernel/company-clock"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { PortalSettingsOfCompany } from "#layers/payments/portal-settings"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import type * as api from "#schemas/payments/portal.api"
import { baseOf } from "./addressed.ts"
import { PORTAL, portalToken, withheld } from "./portal-tokens.ts"

/** Seconds of a day. */
const DAY = 86_400

export const create_portal_link = Effect.fnUntraced(function*({ contact_id, days }: Input<typeof api.create_portal_link>) {
  yield* getOrFail("contact")((yield* Contacts).find(contact_id))
  const { enabled } = yield* PortalSettingsOfCompany.use(({ get }) => get)
  if (!enabled) return yield* new Conflict({ message: "Customers' own pages are switched off: update_portal_settings switches them on." })
  const expires = (Math.floor((yield* companyNow) / 1_000) + days * DAY) * 1_000
  const { mode } = yield* Caller
  const made = { contact_id, expires_at: new Date(expires).toISOString(), livemode: mode === "live" }
  /* The link itself is no part of the receipt. */
  yield* recordChange({ object: "portal_link", id: contact_id, before: null, after: made })
  return { ...made, url: `${yield* baseOf(PORTAL)}/${yield* portalToken(contact_id, expires)}` }
})

/** Where an e-mail to a contact leads its reader, who gets the link itself as it is sent; nothing where the pages are switched off. */
export const pageOfReader = Effect.gen(function*() {
  const { enabled } = yield* PortalSettingsOfCompany.use(({ get }) => get)
  return enabled ? withheld(yield* baseOf("")) : undefined
})
