import { HttpApiGroup, OpenApi } from "effect/http-api"
import { EventRecords } from "#schemas/kernel/events"
import { Authenticated } from "#schemas/kernel/gates"
import { Host } from "./host.ts"
import { add_host, check_host, list_hosts, remove_host } from "./hosts.api.ts"
import { apply_industry_template, list_industry_templates } from "./industry-templates.api.ts"
import { get_company_settings, get_processing_record, update_company_settings } from "./settings.api.ts"
import { CompanySettings } from "./settings.ts"
import { change_tier } from "./tier.api.ts"

export class Company extends HttpApiGroup.make("company")
  .add(get_company_settings, update_company_settings, get_processing_record, change_tier)
  .add(list_industry_templates, apply_industry_template)
  .add(list_hosts, add_host, check_host, remove_host)
  .prefix("/company")
  .middleware(Authenticated)
  .annotate(EventRecords, { company: CompanySettings, host: Host })
  .annotateMerge(OpenApi.annotations({
    title: "Company",
    description: "The company that the caller acts for. The companies that its contacts belong to are in the CRM."
  }))
{}
