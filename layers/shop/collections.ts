import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#schemas/kernel/tenancy"
import { collection, type Collection } from "#schemas/shop/collection"
import type { CollectionId, ProductId } from "#schemas/shop/ids"
import { slugOf } from "#schemas/shop/slug"
import { repository } from "../kernel/repository.ts"
import { execute, first } from "../kernel/sql.ts"
import { alreadyTaken } from "../kernel/unique.ts"
import { freeSlug } from "./free-slug.ts"

/** Products of the caller's company that are shown together. */
export class Collections extends Context.Service<Collections>()("layers/shop/Collections", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const collections = yield* repository(collection, {
      computed: {
        product_ids: `array(select m.product_id from collection_products m
          where m.company_id = collections.company_id and m.collection_id = collections.id order by m.position)`
      },
      unique: { collections_slug: { column: "slug", error: (slug: string, by?: number) => alreadyTaken("collection", "slug", slug, by) } }
    })
    const { inTenant } = collections.sql
    return {
      ...collections,
      bySlug: (slug: string) => first(sql<Collection>`select ${collections.sql.columns} from collections where ${inTenant} and slug = ${slug}`),
      /** The names of the first ones. */
      names: (most: number) =>
        Effect.orDie(sql<Pick<Collection, "slug" | "title">>`select slug, title from collections where ${inTenant} order by id limit ${most}`),
      /** A slug for a title that no collection has. */
      freeSlug: (title: string) => freeSlug(sql, sql`collections`, slugOf(title, "collection")),
      /** Replaces those that it has by hand. */
      setProducts: Effect.fnUntraced(function*(id: CollectionId, products: ReadonlyArray<ProductId>) {
        const { company_id } = yield* Caller
        yield* execute(sql`delete from collection_products where ${inTenant} and collection_id = ${id}`)
        yield* execute(sql`insert into collection_products (company_id, collection_id, product_id, position)
          select ${company_id}::bigint, ${id}::bigint, r.id, r.position::int from unnest(${[...products]}::bigint[]) with ordinality as r (id, position)`)
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Collections, Collections.make)
}
