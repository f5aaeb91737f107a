import { Effect } from "effect"
import { CompanySettings } from "#layers/company/settings"
import type * as api from "#schemas/company/settings.api"
import type { Input } from "#schemas/kernel/catalog"
import { Caller } from "#schemas/kernel/tenancy"

export const get_company_settings = () => CompanySettings.use((settings) => settings.own)

export const update_company_settings = (changes: Input<typeof api.update_company_settings>) =>
  Effect.flatMap(Caller, ({ company_id }) =>
    CompanySettings.use((settings) => settings.change(company_id, changes, { events: ["company.settings_changed"] })))
