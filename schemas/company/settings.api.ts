import { operation } from "#schemas/kernel/endpoints"
import { companySettings, CompanySettings } from "./settings.ts"

export const get_company_settings = operation.get("get_company_settings", "/settings", CompanySettings, {
  summary: "Get the company's settings",
  description: "What the company says of itself: names, address, tax ids, currency, time zone, language, opening hours.",
  access: "any"
})

export const update_company_settings = operation.update("update_company_settings", "/settings", companySettings.change, CompanySettings, {
  summary: "Change the company's settings",
  description: "Changes the fields that are sent and leaves the others. New settings hold from now on: what was written down before, " +
    "an invoice or a message, stays as it is.",
  access: "session",
  role: "admin"
})
