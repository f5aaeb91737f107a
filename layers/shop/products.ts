import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#schemas/kernel/tenancy"
import type { CollectionId, ProductId } from "#schemas/shop/ids"
import { product, type ProductRow } from "#schemas/shop/product"
import { slugOf } from "#schemas/shop/slug"
import { getOrFail } from "../kernel/get-or-fail.ts"
import { repository } from "../kernel/repository.ts"
import { execute, first } from "../kernel/sql.ts"
import { alreadyTaken } from "../kernel/unique.ts"
import { ruleFits } from "./collection-rule.ts"
import { freeSlug } from "./free-slug.ts"

/** What a company sells. Visitors see what is for sale. */
export class Products extends Context.Service<Products>()("layers/shop/Products", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const products = yield* repository(product, {
      counted: true,
      countedBy: ["state"],
      sort: { title: { column: "sort_title", type: "text" } },
      filter: {
        search: (text: string) => ({ hits: sql`select id from find_products(${text.toLowerCase().split(/\s+/)})` }),
        tag: (tag: string) => ({
          few: (most: number) => sql`select id from products_tagged(${tag}, ${most}::int)`,
          condition: sql`tags @> array[${tag}]`
        }),
        collection_id: (id: CollectionId) => sql`id in (
          select product_id from collection_products where company_id = (select current_company()) and collection_id = ${id})`,
        fits: ruleFits(sql)
      },
      unique: { products_slug: { column: "slug", error: (slug: string, by?: number) => alreadyTaken("product", "slug", slug, by) } }
    })
    const { columns, inTenant } = products.sql

    /** Fails with `NotFound` where the caller may not see it. */
    const seen = Effect.fnUntraced(function*(found: Effect.Effect<Option.Option<ProductRow>>) {
      const { visitor } = yield* Caller
      return yield* getOrFail("product")(Effect.map(found, Option.filter(({ state }) => visitor === undefined || state === "active")))
    })

    return {
      ...products,
      /** Fails with `NotFound` where there is no such product, or the caller may not see it. */
      byId: (id: ProductId) => seen(products.find(id)),
      bySlug: (slug: string) => seen(first(sql<ProductRow>`select ${columns} from products where ${inTenant} and slug = ${slug}`)),
      /** Whether there was a product of this slug that is sold no longer, whoever asks. */
      isArchived: (slug: string) =>
        Effect.map(first(sql`select from products where ${inTenant} and slug = ${slug} and state = 'archived'`), Option.isSome),
      freeSlug: (title: string) => freeSlug(sql, sql`products`, slugOf(title, "product")),
      /** What words of a search find a product by, as a column's value. */
      words: ({ tags, title }: Pick<ProductRow, "tags" | "title">, skus: ReadonlyArray<string | null>) =>
        sql`product_words(${title}, ${[...tags]}::text[], ${skus.filter((sku) => sku !== null)}::text[])`,
      /** Those of these that are for sale. */
      activeAmong: (ids: ReadonlyArray<ProductId>) =>
        Effect.map(Effect.orDie(sql<{ id: ProductId }>`select id from products where ${inTenant} and id = any(${[...ids]}::bigint[]) and state = 'active'`),
          (found) => new Set(found.map(({ id }) => id))),
      /** Those of these that there are. */
      existing: (ids: ReadonlyArray<ProductId>) =>
        Effect.map(Effect.orDie(sql<{ id: ProductId }>`select id from products where ${inTenant} and id = any(${[...ids]}::bigint[])`),
          (found) => new Set(found.map(({ id }) => id))),
      /** By what words of a search find these products, as they are now. */
      writeWords: (ids: ReadonlyArray<number>) =>
        execute(sql`update products p set search_text = w.words
          from (select p.id, product_words(p.title, p.tags, array(
              select sku from variants v where v.company_id = p.company_id and v.product_id = p.id and sku is not null order by position)) as words
            from products p where p.company_id = (select current_company()) and p.id = any(${[...ids]}::bigint[])) w
          where p.company_id = (select current_company()) and p.id = w.id and p.search_text is distinct from w.words`)
    }
  })
}) {
  static readonly layer = Layer.effect(Products, Products.make)
}
