import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Conflict } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import type { Contact } from "#schemas/crm/contact"
import { discount, type DiscountRecord, type Goods } from "#schemas/shop/discount"
import type { Uses } from "#schemas/shop/discounting"
import type { DiscountId } from "#schemas/shop/ids"
import { repository } from "../kernel/repository.ts"
import { execute } from "../kernel/sql.ts"

type Buyer = Contact["id"] | null

/** Stands for all contacts together. */
const ALL = 0

/** As many discounts without a code are looked at for a cart, the oldest. */
const MOST_AUTOMATIC = 100

/** What the caller's company takes off carts; both modes share the discounts, and each counts its own uses. */
export class Discounts extends Context.Service<Discounts>()("layers/shop/Discounts", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const discounts = yield* repository(discount, {
      filter: { code: (code: string) => sql`lower(code) = ${code.toLowerCase()}` },
      unique: { discounts_code: "code" }
    })
    const { columns, inTenant } = discounts.sql
    const live = Effect.map(Caller, ({ mode }) => mode === "live")
    const buyers = (contact_id: Buyer) => contact_id === null ? [ALL] : [ALL, contact_id]

    return {
      ...discounts,

      /** Those that hold now without a code, and those of these codes, whether they hold or not. */
      forCart: Effect.fnUntraced(function*(codes: ReadonlyArray<string>) {
        const isLive = yield* live
        return yield* Effect.orDie(sql<DiscountRecord>`
          (select ${columns} from discounts where ${inTenant} and code is null and active
            and coalesce(starts_at <= company_now(${isLive}), true) and coalesce(ends_at > company_now(${isLive}), true) order by id limit ${MOST_AUTOMATIC})
          union all
          select ${columns} from discounts where ${inTenant} and lower(code) = any(${codes.map((code) => code.toLowerCase())}::text[])`)
      }),

      /** How often these were used in the caller's mode, by discount. */
      uses: Effect.fnUntraced(function*(ids: ReadonlyArray<DiscountId>, contact_id: Buyer) {
        const found = ids.length === 0 ? [] : yield* Effect.orDie(sql<Uses & { readonly discount_id: number }>`
          select discount_id, coalesce(sum(used) filter (where contact_id = ${ALL}), 0)::int as used,
            coalesce(sum(used) filter (where contact_id <> ${ALL}), 0)::int as used_by_contact
          from discount_uses where ${inTenant} and discount_id = any(${[...ids]}::bigint[]) and livemode = ${yield* live}
            and contact_id = any(${buyers(contact_id)}::bigint[])
          group by discount_id`)
        return new Map(found.map(({ discount_id, ...uses }): [number, Uses] => [discount_id, uses]))
      }),

      /**
       * Counts a use of each for an order, in the order of their ids, so that checkouts wait for each other and never in a circle. Fails where one
       * was used as often as it can be, also by others at the same time.
       */
      use: Effect.fnUntraced(function*(ids: ReadonlyArray<DiscountId>, contact_id: Buyer) {
        const { company_id } = yield* Caller
        const isLive = yield* live
        for (const id of [...new Set(ids)].toSorted((a, b) => a - b)) {
          const counted = yield* Effect.orDie(sql`
            insert into discount_uses as u (company_id, discount_id, livemode, contact_id, used, most)
            select ${company_id}, d.id, ${isLive}, b, 1, case when b = ${ALL} then d.usage_limit else d.usage_limit_per_contact end
            from discounts d, unnest(${buyers(contact_id)}::bigint[]) b where d.company_id = (select current_company()) and d.id = ${id} order by b
            on conflict (company_id, discount_id, livemode, contact_id)
            do update set used = u.used + 1, most = excluded.most where coalesce(u.used < excluded.most, true)
            returning 1`)
          if (counted.length === buyers(contact_id).length) continue
          const { code, title } = yield* Effect.orDie(discounts.get(id))
          return yield* new Conflict({ message: `The discount ${code ?? title} was used up.` })
        }
      }),

      /** Takes back a use of each, of an order that came to nothing. */
      giveBack: Effect.fnUntraced(function*(ids: ReadonlyArray<DiscountId>, contact_id: Buyer) {
        const isLive = yield* live
        for (const id of [...new Set(ids)].toSorted((a, b) => a - b)) {
          for (const buyer of buyers(contact_id)) {
            yield* execute(sql`update discount_uses set used = used - 1 where ${inTenant} and discount_id = ${id} and livemode = ${isLive}
              and contact_id = ${buyer} and used > 0`)
          }
        }
      }),

      /** Those of the products and collections that the company does not have. */
      missing: Effect.fnUntraced(function*({ collection_ids, product_ids }: Goods) {
        const absent = (table: string, ids: ReadonlyArray<number>) =>
          sql`array(select id from unnest(${[...ids]}::bigint[]) id except select id from ${sql(table)} where ${inTenant})`
        const [row] = yield* Effect.orDie(sql<{ product_ids: ReadonlyArray<number>; collection_ids: ReadonlyArray<number> }>`
          select ${absent("products", product_ids)} as product_ids, ${absent("collections", collection_ids)} as collection_ids`)
        return row!
      }),

      /** The company's currency, for discounts that name none. */
      currency: sql`(select currency from companies where id = (select current_company()))`
    }
  })
}) {
  static readonly layer = Layer.effect(Discounts, Discounts.make)
}
