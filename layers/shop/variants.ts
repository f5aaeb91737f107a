import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { ProductRow } from "#schemas/shop/product"
import type { CollectionId, ProductId, VariantId } from "#schemas/shop/ids"
import { type NewVariant, titleOf, type Variant, variant, type VariantRecord } from "#schemas/shop/variant"
import { Conflict } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import { repository } from "../kernel/repository.ts"
import { execute } from "../kernel/sql.ts"

/** Another variant of the company has the SKU. */
export interface SkuHolder extends Pick<VariantRecord, "id" | "product_id"> {
  readonly sku: string
}

/** A variant with what carts and orders need to know of its product. */
export interface VariantOfProduct extends VariantRecord {
  readonly product_title: string
  readonly product_slug: string
  readonly product_state: ProductRow["state"]
  readonly product_tags: ReadonlyArray<string>
  readonly product_media: ProductRow["media"]
  readonly tax_category: string
  /** Of the collections that hold the product by hand. */
  readonly collection_ids: ReadonlyArray<CollectionId>
}

/** A variant as it is inserted. */
export type VariantRow = NewVariant & { readonly product_id: ProductId; readonly position: number }

const written = {
  product_id: "bigint", sku: "text", title: "text", options: "text[]", position: "int", active: "boolean", prices: "jsonb", weight_grams: "int",
  length_mm: "int", width_mm: "int", height_mm: "int", requires_shipping: "boolean", track_inventory: "boolean", backorder_limit: "int", low_stock_at: "int"
} as const

/** The variants of the products of the caller's company. */
export class Variants extends Context.Service<Variants>()("layers/shop/Variants", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const variants = yield* repository(variant, {
      unique: {
        variants_sku: () => new Conflict({ message: "Another variant has this SKU." }),
        variants_options: () => new Conflict({ message: "Another variant of the product has the same options." })
      }
    })
    const { columns, inTenant } = variants.sql
    const ofVariant = sql.literal(Object.keys(variant.read.fields).map((name) => `v.${name}`).join(", "))
    const fields = sql.literal(Object.keys(written).join(", "))
    const typed = sql.literal(Object.entries(written).map(([name, type]) => `${name} ${type}`).join(", "))

    return {
      ...variants,
      /** Those of these ids that exist, by id, with what carts and orders need to know of their products. */
      those: Effect.fnUntraced(function*(ids: ReadonlyArray<number>) {
        if (ids.length === 0) return new Map<VariantId, VariantOfProduct>()
        const found = yield* sql<VariantOfProduct>`
          select ${ofVariant}, p.title as product_title, p.slug as product_slug, p.state as product_state, p.tags as product_tags,
            p.media as product_media, p.tax_category,
            array(select c.collection_id from collection_products c where c.company_id = p.company_id and c.product_id = p.id) as collection_ids
          from variants v join products p on p.company_id = v.company_id and p.id = v.product_id
          where v.company_id = (select current_company()) and v.id = any(${[...ids]}::bigint[])`
        return new Map(found.map((one) => [one.id, one]))
      }, Effect.orDie),

      /** All of these products, in their order, with what is in stock of each in the caller's mode. Visitors see what is for sale. */
      ofProducts: Effect.fnUntraced(function*(ids: ReadonlyArray<number>) {
        const { mode, visitor } = yield* Caller
        const numbers = sql.literal(visitor === undefined
          ? "s.on_hand, s.reserved, s.available" : "null::bigint as on_hand, null::bigint as reserved, s.available")
        const found = ids.length === 0 ? [] : yield* sql<Variant>`
          select ${ofVariant}, ${numbers}
          from variants v left join lateral (
            select coalesce(sum(on_hand), 0)::bigint as on_hand, coalesce(sum(reserved), 0)::bigint as reserved,
              coalesce(sum(available), 0)::bigint as available
            from stock_levels where company_id = v.company_id and variant_id = v.id and livemode = ${mode === "live"}) s on v.track_inventory
          where v.company_id = (select current_company()) and v.product_id = any(${[...ids]}::bigint[])
            ${sql.literal(visitor === undefined ? "" : "and v.active")}
          order by v.product_id, v.position, v.id`
        const products = new Map<ProductId, Array<Variant>>()
        for (const one of found) {
          const others = products.get(one.product_id)
          if (others === undefined) products.set(one.product_id, [one])
          else others.push(one)
        }
        return products
      }, Effect.orDie),

      /** All of one product as they are kept, in their order. */
      recordsOf: (id: ProductId): Effect.Effect<ReadonlyArray<VariantRecord>> =>
        Effect.orDie(sql<VariantRecord>`select ${columns} from variants where ${inTenant} and product_id = ${id} order by position, id`),

      /** Who has these SKUs, whatever the case. */
      holders: (skus: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<SkuHolder>> =>
        skus.length === 0 ? Effect.succeed([]) : Effect.orDie(sql<SkuHolder>`
          select id, product_id, sku from variants
          where ${inTenant} and sku_key = any(select lower(one) collate "C" from unnest(${[...skus]}::text[]) one)`),

      /** Makes several in one statement; nobody is told. Fails where others have one of the SKUs. */
      insert: Effect.fnUntraced(function*(rows: ReadonlyArray<VariantRow>) {
        const { company_id } = yield* Caller
        const json = JSON.stringify(rows.map((row) => ({ ...row, title: titleOf(row.options) })))
        return yield* sql<VariantRecord>`
          insert into variants (company_id, ${fields})
          select ${company_id}::bigint, ${fields} from json_to_recordset(${json}::json) as r (${typed})
          on conflict do nothing returning ${columns}`
      }, Effect.orDie),

      /** Gives variants of one product their values of changed options. Two may exchange theirs, so that none keeps its own meanwhile. */
      setOptions: Effect.fnUntraced(function*(changed: ReadonlyArray<Pick<VariantRecord, "id" | "options">>) {
        if (changed.length === 0) return
        const json = JSON.stringify(changed.map(({ id, options }) => ({ id, options, title: titleOf(options) })))
        const ids = changed.map(({ id }) => id)
        yield* execute(sql`update variants set options = array['variant', id::text] where ${inTenant} and id = any(${ids}::bigint[])`)
        yield* execute(sql`update variants v set options = r.options, title = r.title, version = v.version + 1, updated_at = now()
          from json_to_recordset(${json}::json) as r (id bigint, options text[], title text)
          where v.company_id = (select current_company()) and v.id = r.id`)
      }),

      /** Gives stock the limit up to which more is sold than there is. Fails where more than that is sold already. */
      limitBackorders: Effect.fnUntraced(function*(id: VariantId, limit: number) {
        const levels = yield* Effect.orDie(sql<{ available: number; name: string; livemode: boolean }>`
          select s.available, l.name, s.livemode from stock_levels s join locations l on l.company_id = s.company_id and l.id = s.location_id
          where s.company_id = (select current_company()) and s.variant_id = ${id} order by s.location_id, s.livemode for update of s`)
        const over = levels.find(({ available }) => available < -limit)
        if (over !== undefined) {
          const place = `${over.name}${over.livemode ? "" : " (of test keys)"}`
          return yield* new Conflict({
            message: `At ${place}, ${-over.available} more are sold than there are: \`backorder_limit\` cannot be ${limit}.`
          })
        }
        yield* execute(sql`update stock_levels set backorder_limit = ${limit}, updated_at = now() where ${inTenant} and variant_id = ${id}`)
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Variants, Variants.make)
}
