import { operation } from "#schemas/kernel/endpoints"
import { ProcessingRecord } from "./processing.ts"
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

export const get_processing_record = operation.get("get_processing_record", "/processing-record", ProcessingRecord, {
  summary: "Get the record of processing",
  description: "Which kinds of records hold anything of people, what for, how long they are kept, and which outside parties get any of it.",
  access: "any"
})
