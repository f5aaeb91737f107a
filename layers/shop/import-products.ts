import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#schemas/kernel/tenancy"
import type { ProductId, VariantId } from "#schemas/shop/ids"
import { product, type ProductRow } from "#schemas/shop/product"
import { variant, type VariantRecord } from "#schemas/shop/variant"
import { execute, inTenant as ofTenant } from "../kernel/sql.ts"

/** A product with its variants in their order. */
export interface WholeProduct {
  readonly product: ProductRow
  readonly variants: ReadonlyArray<VariantRecord>
}

/** What rows can say of a product. */
export type ProductFields = Pick<ProductRow, "title" | "description" | "state" | "tags" | "tax_category" | "media" | "options">

/** What rows can say of a variant. */
export type VariantFields = Pick<
  VariantRecord,
  | "sku" | "options" | "active" | "prices" | "weight_grams" | "length_mm" | "width_mm" | "height_mm" | "requires_shipping" | "track_inventory"
  | "backorder_limit" | "low_stock_at"
>

/** Products of the caller's company by the hundred: what a batch of rows reads and writes, in a few statements. */
export class ImportProducts extends Context.Service<ImportProducts>()("layers/shop/ImportProducts", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const inTenant = ofTenant(sql)
    const named = (fields: object, alias: string) => sql.literal(Object.keys(fields).map((name) => `${alias}.${name}`).join(", "))
    const ofProduct = named(product.read.fields, "p")
    const ofVariant = named(variant.read.fields, "v")
    const productFields = sql.literal(
      "id bigint, slug text, state text, title text, description text, tags text[], tax_category text, options jsonb, media jsonb, skus text[]"
    )

    /*
     * While there are no statistics, every index seems to hold one row of a company: what makes the planner take the index of a lateral
     * query is that only there rows are in order.
     */
    const whole = Effect.fnUntraced(function*(ids: ReadonlyArray<number>) {
      if (ids.length === 0) return []
      const products = yield* sql<ProductRow>`
        select p.* from unnest(${ids.toSorted((a, b) => a - b)}::bigint[]) i (id) cross join lateral (
          select ${ofProduct} from products p where ${inTenant} and p.id = i.id for update) p`
      const variants = yield* sql<VariantRecord>`
        select v.* from unnest(${[...ids]}::bigint[]) i (id) cross join lateral (
          select ${ofVariant} from variants v where ${inTenant} and v.product_id = i.id order by v.company_id, v.product_id, v.options) v`
      const byProduct = Map.groupBy(variants, ({ product_id }) => product_id)
      return products.map((product): WholeProduct => ({
        product, variants: (byProduct.get(product.id) ?? []).toSorted((a, b) => a.position - b.position || a.id - b.id)
      }))
    }, Effect.orDie)

    return {
      /** Those of these ids, kept from changing until the transaction ends. */
      whole,

      /** Those that have one of the slugs, or a variant with one of the SKUs (in small letters), kept from changing until the transaction ends. */
      found: Effect.fnUntraced(function*(slugs: ReadonlyArray<string>, skus: ReadonlyArray<string>) {
        const found = yield* sql<{ id: number }>`
          select p.id from unnest(${[...slugs]}::text[]) s (slug) cross join lateral (
            select id from products where ${inTenant} and slug between s.slug and s.slug order by company_id, slug limit 1) p
          union
          select v.product_id from unnest(${[...skus]}::text[]) s (sku) cross join lateral (
            select product_id from variants where ${inTenant} and sku_key between s.sku and s.sku and sku_key is not null
            order by company_id, sku_key limit 1) v`
        return yield* whole(found.map(({ id }) => id))
      }, Effect.orDie),

      /**
       * By how much more is sold of these variants than there is, at the location where that is most. Their stock stays as it is until the
       * transaction ends.
       */
      oversold: Effect.fnUntraced(function*(variants: ReadonlyArray<VariantId>) {
        if (variants.length === 0) return new Map<VariantId, number>()
        const levels = yield* sql<{ variant_id: VariantId; available: number }>`
          select variant_id, available from stock_levels where ${inTenant} and variant_id = any(${[...variants]}::bigint[])
          order by variant_id, location_id, livemode for update`
        const most = new Map<VariantId, number>()
        for (const { available, variant_id } of levels) most.set(variant_id, Math.max(most.get(variant_id) ?? 0, -available))
        return most
      }, Effect.orDie),

      /** Makes products; one whose slug somebody took in the meantime is not among the answer. */
      insert: Effect.fnUntraced(function*(products: ReadonlyArray<ProductFields & { readonly slug: string; readonly skus: ReadonlyArray<string> }>) {
        if (products.length === 0) return []
        const { company_id } = yield* Caller
        return yield* sql<ProductRow>`
          insert into products as p (company_id, state, title, slug, description, tags, tax_category, options, media, search_text)
          select ${company_id}::bigint, r.state, r.title, r.slug, r.description, r.tags, r.tax_category, r.options, r.media,
            product_words(r.title, r.tags, r.skus)
          from json_to_recordset(${JSON.stringify(products)}::json) as r (${productFields})
          on conflict (company_id, slug) do nothing returning ${ofProduct}`
      }, Effect.orDie),

      /** Changes products; each has another version then, whether or not it is changed itself. */
      update: Effect.fnUntraced(function*(products: ReadonlyArray<ProductFields & { readonly id: ProductId }>) {
        if (products.length === 0) return
        yield* execute(sql`
          update products p set state = r.state, title = r.title, description = r.description, tags = r.tags, tax_category = r.tax_category,
            options = r.options, media = r.media, version = p.version + 1, updated_at = now()
          from json_to_recordset(${JSON.stringify(products)}::json) as r (${productFields})
          where p.company_id = (select current_company()) and p.id = r.id`)
      }),

      /** Changes variants, but for their options; the limits of backorders of their stock follow. */
      updateVariants: Effect.fnUntraced(function*(variants: ReadonlyArray<VariantFields & { readonly id: VariantId }>) {
        if (variants.length === 0) return
        const json = JSON.stringify(variants)
        yield* execute(sql`
          update variants v set sku = r.sku, active = r.active, prices = r.prices, weight_grams = r.weight_grams, length_mm = r.length_mm,
            width_mm = r.width_mm, height_mm = r.height_mm, requires_shipping = r.requires_shipping, track_inventory = r.track_inventory,
            backorder_limit = r.backorder_limit, low_stock_at = r.low_stock_at, version = v.version + 1, updated_at = now()
          from json_to_recordset(${json}::json) as r (id bigint, sku text, active boolean, prices jsonb, weight_grams int, length_mm int, width_mm int,
            height_mm int, requires_shipping boolean, track_inventory boolean, backorder_limit int, low_stock_at int)
          where v.company_id = (select current_company()) and v.id = r.id`)
        yield* execute(sql`
          update stock_levels s set backorder_limit = r.backorder_limit, updated_at = now()
          from json_to_recordset(${json}::json) as r (id bigint, backorder_limit int)
          where s.company_id = (select current_company()) and s.variant_id = r.id and s.backorder_limit <> r.backorder_limit`)
      })
    }
  })
}) {
  static readonly layer = Layer.effect(ImportProducts, ImportProducts.make)
}
