import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#schemas/kernel/tenancy"
import { type NewShippingRate, type ShippingRate, shippingRate } from "#schemas/shop/shipping"
import { repository } from "../kernel/repository.ts"
import { execute } from "../kernel/sql.ts"

const written = {
  name: "text", zone: "text", countries: "text[]", regions: "text[]", currency: "text", by: "text", bands: "jsonb", free_above: "bigint",
  location_id: "bigint", tax_category: "text", delivery_days: "int"
} as const

/** What the caller's company takes for sending goods; both modes share the rates. */
export class ShippingRatesOfCompany extends Context.Service<ShippingRatesOfCompany>()("layers/shop/ShippingRatesOfCompany", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const rates = yield* repository(shippingRate)
    const { columns, inTenant } = rates.sql
    const names = Object.keys(written)
    const fields = sql.literal(names.join(", "))
    const assigned = sql.literal(names.map((name) => `${name} = r.${name}`).join(", "))
    const typed = sql.literal(Object.entries(written).map(([name, type]) => `${name} ${type}`).join(", "))

    const all = Effect.orDie(sql<ShippingRate>`select ${columns} from shipping_rates where ${inTenant} order by id`)

    return {
      ...rates,
      all,
      /** Those in a currency, without those of locations that are no longer used. */
      inCurrency: (currency: string) => Effect.orDie(sql<ShippingRate>`
        select ${columns} from shipping_rates r where ${inTenant} and currency = ${currency} and (location_id is null or exists (
          select from locations l where l.company_id = r.company_id and l.id = r.location_id and l.active)) order by id`),
      /** Keeps others from setting them until the transaction ends. */
      hold: execute(sql`select pg_advisory_xact_lock(hashtextextended('shipping_rates ' || (select current_company()), 0))`),
      replace: Effect.fnUntraced(function*(sent: ReadonlyArray<NewShippingRate>) {
        const { company_id } = yield* Caller
        const json = JSON.stringify(sent)
        yield* execute(sql`delete from shipping_rates where ${inTenant} and not id = any(${sent.flatMap(({ id }) => id ?? [])}::bigint[])`)
        yield* execute(sql`update shipping_rates s set ${assigned} from json_to_recordset(${json}::json) as r (id bigint, ${typed})
          where s.company_id = (select current_company()) and s.id = r.id`)
        yield* execute(sql`insert into shipping_rates (company_id, ${fields})
          select ${company_id}::bigint, ${fields} from json_to_recordset(${json}::json) as r (id bigint, ${typed}) where r.id is null`)
        return yield* all
      })
    }
  })
}) {
  static readonly layer = Layer.effect(ShippingRatesOfCompany, ShippingRatesOfCompany.make)
}
