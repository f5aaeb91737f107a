import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Paging } from "#schemas/kernel/paging"
import { Caller } from "#schemas/kernel/tenancy"
import type { TaxRate, taxRate } from "#schemas/payments/tax"
import { byId, page } from "../kernel/page.ts"
import { execute, inTenant as ofTenant, orDieSql } from "../kernel/sql.ts"

type NewTaxRate = typeof taxRate.create.Type

/** The tax rates of the caller's company; both modes share them. */
export class TaxRatesOfCompany extends Context.Service<TaxRatesOfCompany>()("layers/payments/TaxRatesOfCompany", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const inTenant = ofTenant(sql)
    const columns = sql.literal("id, name, country, region, category, percentage::float8 as percentage, inclusive")

    const all = Effect.orDie(sql<TaxRate>`select ${columns} from tax_rates where ${inTenant} order by id`)

    return {
      page: (paging: Paging) => orDieSql(page<TaxRate>(sql, { from: sql.literal("tax_rates"), columns, where: [inTenant], order: byId, paging })),
      all,
      /** Keeps others from setting them until the transaction ends. */
      hold: execute(sql`select pg_advisory_xact_lock(hashtextextended('tax_rates ' || (select current_company()), 0))`),
      replace: Effect.fnUntraced(function*(rates: ReadonlyArray<NewTaxRate>) {
        const { company_id } = yield* Caller
        yield* execute(sql`delete from tax_rates where ${inTenant}`)
        yield* execute(sql`insert into tax_rates (company_id, name, country, region, category, percentage, inclusive)
          select ${company_id}, r.name, r.country, r.region, r.category, r.percentage, r.inclusive
          from rows from (jsonb_to_recordset(${JSON.stringify(rates)}::jsonb)
            as (name text, country text, region text, category text, percentage numeric, inclusive boolean)) with ordinality
            r (name, country, region, category, percentage, inclusive, place)
          order by r.place`)
        return yield* all
      }),
      /** Where the company is at home, whose taxes its customers pay unless an order says otherwise. */
      home: Effect.map(
        Effect.orDie(sql<{ country: string | null; region: string | null }>`
          select address->>'country' as country, address->>'region' as region from companies where id = (select current_company())`),
        ([home]) => ({ country: home?.country ?? null, region: home?.region ?? null })
      )
    }
  })
}) {
  static readonly layer = Layer.effect(TaxRatesOfCompany, TaxRatesOfCompany.make)
}
