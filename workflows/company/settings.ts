import { Effect } from "effect"
import { Processing } from "#layers/company/processing"
import { CompanySettings } from "#layers/company/settings"
import type { ProcessingRecord } from "#schemas/company/processing"
import type * as api from "#schemas/company/settings.api"
import type { Input } from "#schemas/kernel/catalog"
import { followBriefSettings } from "../analytics/daily-brief-run.ts"
import { followZone } from "../analytics/schedule.ts"
import { domainOf } from "../messages/sender.ts"
import { EmailDomainCheck } from "./email-domain.ts"
import { Caller } from "#schemas/kernel/tenancy"

export const get_company_settings = () => CompanySettings.use((settings) => settings.own)

export const get_processing_record = Effect.fnUntraced(function*() {
  const { contact_email, legal_name, name, retention } = yield* (yield* CompanySettings).own
  const processing = yield* Processing
  return { controller: legal_name ?? name, contact_email, kinds: processing.kinds(retention), recipients: yield* processing.recipients } satisfies ProcessingRecord
})

export const update_company_settings = Effect.fnUntraced(function*(changes: Input<typeof api.update_company_settings>) {
  const { company_id } = yield* Caller
  const settings = yield* CompanySettings
  const { email_from } = changes
  const before = yield* settings.lockForUpdate(company_id)
  const isOther = email_from !== undefined && email_from?.split("@")[1] !== before.email_domain?.domain
  const after = yield* settings.update(before, { ...changes, ...isOther && { email_domain: null } }, { events: ["company.settings_changed"] })
  if (typeof email_from === "string") yield* EmailDomainCheck.start({ domain: domainOf(email_from) })
  yield* followBriefSettings(before, after)
  yield* followZone(before, after)
  return after
})
