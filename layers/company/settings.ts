import { Context, Effect, Layer } from "effect"
import { companySettings } from "#schemas/company/settings"
import { Caller } from "#schemas/kernel/tenancy"
import { repository } from "../kernel/repository.ts"

/** What the caller's company says of itself. Its one record has the id of the company. */
export class CompanySettings extends Context.Service<CompanySettings>()("layers/company/CompanySettings", {
  make: Effect.gen(function*() {
    const settings = yield* repository(companySettings, { table: "companies", companyColumn: "id", noun: "company" })
    return { ...settings, own: Effect.flatMap(Caller, ({ company_id }) => Effect.orDie(settings.get(company_id))) }
  })
}) {
  static readonly layer = Layer.effect(CompanySettings, CompanySettings.make)
}
