import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Conflict } from "#schemas/kernel/errors"
import { detail } from "#schemas/kernel/received"
import type { PostId } from "#schemas/website/ids"
import { type Post, post } from "#schemas/website/post"
import { slugOf } from "#schemas/shop/slug"
import { companyLock } from "../kernel/company-lock.ts"
import { repository } from "../kernel/repository.ts"
import { execute, first } from "../kernel/sql.ts"
import { freeSlug } from "../shop/free-slug.ts"
import { isScheduled, matching } from "./document-filters.ts"

const taken = (field: string, what: string) => (values: Readonly<Record<string, unknown>>) =>
  new Conflict({ message: `Another post has this ${what}.`, details: [detail(field, "already taken", values[field])] })

/** The posts of the caller's company; both modes share them. */
export class Posts extends Context.Service<Posts>()("layers/website/Posts", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const posts = yield* repository(post, {
      sort: { title: { column: "title", type: "text" } },
      equal: ["status", "translation_of", "locale"],
      filter: {
        search: matching(sql, ["title", "slug"]),
        scheduled: isScheduled(sql),
        tag: (tag: string) => sql`${tag} = any(tags)`
      },
      unique: {
        posts_slug: taken("slug", "slug"),
        posts_published_slug: (values: Readonly<Record<string, unknown>>) =>
          new Conflict({ message: `Visitors see another post at /blog/${values["published_slug"]}: publish or unpublish that first.` }),
        posts_translation: taken("locale", "language, as a translation of the same post")
      }
    })
    const { columns, inTenant } = posts.sql
    return {
      ...posts,
      /** Of those who change posts of the company, one goes on at a time. Taken before any post is locked. */
      hold: Effect.orDie(companyLock(sql, "posts")),
      freeSlug: (title: string) => freeSlug(sql, sql`posts`, slugOf(title, "post")),
      /** A translation of it. */
      translationOf: (id: PostId) => first(sql<Post>`select ${columns} from posts where ${inTenant} and translation_of = ${id} order by id limit 1`),
      remove: (id: PostId) => execute(sql`delete from posts where ${inTenant} and id = ${id}`)
    }
  })
}) {
  static readonly layer = Layer.effect(Posts, Posts.make)
}
