import { isDeepStrictEqual } from "node:util"
import { DateTime, Effect } from "effect"
import { Contacts } from "#layers/crm/contacts"
import { companyNow } from "#layers/kernel/company-clock"
import { getOrFail } from "#layers/kernel/get-or-fail"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { SmsConsents } from "#layers/messages/sms/consents"
import { SmsSettings } from "#layers/messages/sms/settings"
import type { Input } from "#schemas/kernel/catalog"
import { Caller } from "#schemas/kernel/tenancy"
import type * as api from "#schemas/messages/sms/consents.api"
import { requireReferences } from "../../crm/references.ts"
import { refuse } from "../../payments/costs.ts"

export const record_sms_consent = Effect.fnUntraced(function*({ contact_id, given_at, phone, ...rest }: Input<typeof api.record_sms_consent>) {
  yield* requireReferences({ contact_id })
  const contact = yield* Effect.orDie(getOrFail("contact")(Contacts.use((contacts) => contacts.find(contact_id))))
  const number = phone ?? contact.phone
  if (number === null) return yield* refuse("phone", "the contact has no number: send the one that it was given for", null)
  const now = yield* companyNow
  if (given_at !== undefined && Date.parse(given_at) > now) return yield* refuse("given_at", "it is in the future", given_at)
  return yield* Effect.orDie(SmsConsents.use((consents) =>
    consents.create({ ...rest, contact_id, phone: number, given_at: given_at ?? DateTime.formatIso(DateTime.makeUnsafe(now)) })))
})

export const list_sms_consents = (query: Input<typeof api.list_sms_consents>) => SmsConsents.use((consents) => consents.page(query))

export const get_sms_consent = ({ id }: Input<typeof api.get_sms_consent>) => SmsConsents.use((consents) => consents.get(id))

export const revoke_sms_consent = Effect.fnUntraced(function*({ id }: Input<typeof api.revoke_sms_consent>) {
  const consents = yield* SmsConsents
  return yield* consents.revoke(yield* consents.lockForUpdate(id))
})

export const get_sms_settings = () => SmsSettings.use(({ get }) => Effect.map(get, ({ told }) => told))

export const update_sms_settings = Effect.fnUntraced(function*(changes: Input<typeof api.update_sms_settings>) {
  const settings = yield* SmsSettings
  const { company_id } = yield* Caller
  yield* settings.hold
  const { told: before } = yield* settings.get
  const after = { ...before, ...changes }
  if (isDeepStrictEqual(before, after)) return before
  yield* settings.set(after)
  yield* recordChange({ object: "sms_settings", id: company_id, before, after })
  return after
})
