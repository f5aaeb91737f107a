import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { NotFound } from "#schemas/kernel/errors"
import { Caller, toNewVisitor } from "#schemas/kernel/tenancy"
import { cart, type CartRecord, type Seen } from "#schemas/shop/cart"
import type { CartId, CollectionId, ProductId, VariantId } from "#schemas/shop/ids"
import type { Collection } from "#schemas/shop/collection"
import { companyLock } from "../kernel/company-lock.ts"
import { repository } from "../kernel/repository.ts"
import { execute, first, one } from "../kernel/sql.ts"
import { CART_IS_LEFT, STATE_OF_CART } from "./category.ts"
import { ruleFits } from "./collection-rule.ts"

/** Carts of the caller's company, of the caller's mode; of visitors, those that they made. */
export class Carts extends Context.Service<Carts>()("layers/shop/Carts", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const carts = yield* repository(cart, {
      computed: { state: STATE_OF_CART },
      visible: Effect.map(Caller, ({ visitor }) => visitor === undefined ? undefined : sql`visitor = ${visitor.id}`),
      internal: { seen: Schema.Any }
    })
    const { inTenant } = carts.sql
    const fits = ruleFits(sql)

    /** When a cart expires that is changed now. */
    const expiry = Effect.map(Caller, ({ mode }) => sql`company_now(${mode === "live"}) + interval '30 days'`)

    return {
      ...carts,
      get: ((id, how) => Effect.catchTag(carts.get(id, how), "NotFound", ({ message }) =>
        Effect.flatMap(Caller, ({ visitor }) => new NotFound({ message: message + toNewVisitor(visitor) })))) as typeof carts.get,
      /** The company's currency, for carts that name none. */
      currency: Effect.map(one(sql<{ currency: string }>`select currency from companies where id = (select current_company())`), ({ currency }) => currency),
      expiry,
      /** `update`, from when on it lives another 30 days. */
      touch: Effect.fnUntraced(function*(before: CartRecord, changes: Readonly<Record<string, unknown>>) {
        return yield* Effect.orDie(carts.update(before, { ...changes, expires_at: yield* expiry }))
      }),
      /** Of a checkout that came to nothing: its customer can go on with it. */
      reopen: Effect.fnUntraced(function*(id: CartId) {
        yield* execute(sql`update carts set state = 'open', order_id = null, version = version + 1, updated_at = now(), expires_at = ${yield* expiry}
          where ${inTenant} and id = ${id} and state = 'checked_out'`)
      }),
      /** Until the transaction ends nobody else changes which carts the caller, who is a visitor, has. */
      holdOwn: Effect.flatMap(Caller, ({ visitor }) => Effect.orDie(companyLock(sql, `carts of ${visitor?.id}`))),
      /** The newest of the caller, who is a visitor, that is open, or that became an order. */
      newestOwn: Effect.fnUntraced(function*(state: "open" | "checked_out") {
        const { mode, visitor } = yield* Caller
        if (visitor === undefined) return Option.none<CartRecord>()
        return yield* first(sql<CartRecord>`select ${carts.sql.columns} from carts where ${inTenant} and visitor = ${visitor.id}
          and livemode = ${mode === "live"} and state = ${state} and (order_id is not null or expires_at > company_now(livemode)) order by id desc limit 1`)
      }),
      seen: (id: CartId): Effect.Effect<Seen | null> => Effect.map(carts.internal(id), ({ seen }) => seen),
      /** Keeps what a read told, unless the cart was changed since. It is no change of the cart. */
      see: ({ id, version }: CartRecord, seen: Seen) =>
        execute(sql`update carts set seen = ${JSON.stringify(seen)}::jsonb where ${inTenant} and id = ${id} and version = ${version}`),
      /** Marks carts that were left for hours, at most so many, as those of which it is told now. It is no change of a cart. */
      abandon: Effect.fnUntraced(function*(most: number) {
        const { mode } = yield* Caller
        return yield* Effect.orDie(sql<CartRecord>`
          update carts set abandoned_at = now() where ${inTenant} and id in (
            select id from carts where ${inTenant} and livemode = ${mode === "live"} and ${sql.literal(CART_IS_LEFT("company_now(false)"))}
            order by expires_at limit ${most} for update skip locked)
          returning ${carts.sql.columns}`)
      }),
      /** How many of these variants can be sold in the caller's mode, backorders among them. Those of which nothing ever lay anywhere are left out. */
      sellable: Effect.fnUntraced(function*(ids: ReadonlyArray<VariantId>) {
        const { mode } = yield* Caller
        const found = ids.length === 0 ? [] : yield* Effect.orDie(sql<{ variant_id: VariantId; sellable: number }>`
          select s.variant_id, sum(s.available + s.backorder_limit)::bigint as sellable
          from stock_levels s join locations l on l.company_id = s.company_id and l.id = s.location_id and l.active
          where s.company_id = (select current_company()) and s.variant_id = any(${[...ids]}::bigint[]) and s.livemode = ${mode === "live"}
          group by s.variant_id`)
        return new Map(found.map(({ sellable, variant_id }) => [variant_id, sellable]))
      }),
      /** Which of these products belong to which of the collections by a rule. */
      ruled: Effect.fnUntraced(function*(collections: ReadonlyArray<CollectionId>, products: ReadonlyArray<ProductId>) {
        if (collections.length === 0 || products.length === 0) return []
        const { mode } = yield* Caller
        const rules = yield* Effect.orDie(sql<Pick<Collection, "id" | "rule">>`
          select id, rule from collections where ${inTenant} and id = any(${[...collections]}::bigint[]) and rule is not null`)
        return yield* Effect.forEach(rules, ({ id, rule }) =>
          Effect.map(Effect.orDie(sql<{ id: ProductId }>`select id from products where ${inTenant} and id = any(${[...products]}::bigint[])
            and ${fits({ rule: rule!, live: mode === "live" })}`), (found) => ({ collection_id: id, product_ids: found.map(({ id }) => id) })))
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Carts, Carts.make)
}
