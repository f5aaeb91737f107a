import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Conflict } from "#schemas/kernel/errors"
import { detail } from "#schemas/kernel/received"
import type { PageId } from "#schemas/website/ids"
import { type Page, page } from "#schemas/website/page"
import { companyLock } from "../kernel/company-lock.ts"
import { recordChange } from "../kernel/receipts/change-log.ts"
import { repository } from "../kernel/repository.ts"
import { execute, first } from "../kernel/sql.ts"
import { isScheduled, matching } from "./document-filters.ts"

const taken = (field: string, what: string) => (values: Readonly<Record<string, unknown>>) =>
  new Conflict({ message: `Another page has this ${what}.`, details: [detail(field, "already taken", values[field])] })

/** The pages of the caller's company; both modes share them. */
export class Pages extends Context.Service<Pages>()("layers/website/Pages", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const pages = yield* repository(page, {
      sort: { path: { column: "path", type: "text" }, title: { column: "title", type: "text" } },
      equal: ["status", "parent_id", "translation_of", "locale"],
      filter: { search: matching(sql, ["title", "path"]), scheduled: isScheduled(sql) },
      unique: {
        pages_path: taken("slug", "address"),
        pages_published_path: (values: Readonly<Record<string, unknown>>) =>
          new Conflict({ message: `Visitors see another page at ${values["published_path"]}: publish or unpublish that first.` }),
        pages_translation: taken("locale", "language, as a translation of the same page")
      }
    })
    const { columns, inTenant } = pages.sql
    const below = (column: "path" | "published_path", path: string) => sql`${inTenant} and starts_with(${sql(column)}, ${`${path}/`})`

    return {
      ...pages,
      /** Of those who change where pages stand, one goes on at a time. Taken before any page is locked. */
      hold: Effect.orDie(companyLock(sql, "pages")),
      /** One that stands below it. */
      childOf: (id: PageId) => first(sql<Page>`select ${columns} from pages where ${inTenant} and parent_id = ${id} order by id limit 1`),
      /** A path that no page has: as wanted, or with a number behind it. */
      freeOf: Effect.fnUntraced(function*(wanted: string) {
        const found = yield* Effect.orDie(sql<{ path: string }>`
          select path from pages where ${inTenant} and (path = ${wanted} or starts_with(path, ${`${wanted}-`}))`)
        const paths = new Set(found.map(({ path }) => path))
        if (!paths.has(wanted)) return ""
        let n = 2
        while (paths.has(`${wanted}-${n}`)) n++
        return `-${n}`
      }),
      /** Moves what stands below a path along with it: in the drafts, or in what visitors see. Answers with those that were moved. */
      moveBelow: Effect.fnUntraced(function*(column: "path" | "published_path", from: string, to: string) {
        const before = yield* Effect.orDie(sql<Page>`select ${columns} from pages where ${below(column, from)} order by id for update`)
        if (before.length === 0) return []
        const there = before.map((page) => to + page[column]!.slice(from.length))
        const [taken] = yield* Effect.orDie(sql<Page>`select ${columns} from pages
          where ${inTenant} and ${sql(column)} = any(${there}::text[]) and id <> all(${before.map(({ id }) => id)}::bigint[]) limit 1`)
        if (taken !== undefined) {
          return yield* new Conflict({ message: `A page below it would come to ${taken[column]}, where page ${taken.id} is: move that first.` })
        }
        const moved = new Map((yield* Effect.orDie(sql<Page>`
          update pages set ${sql(column)} = ${to} || substr(${sql(column)}, ${from.length + 1}), version = version + 1, updated_at = now()
          where ${below(column, from)} returning ${columns}`)).map((page) => [page.id, page]))
        const pairs = before.map((page) => ({ before: page, after: moved.get(page.id)! }))
        for (const { after, before } of pairs) yield* recordChange({ object: "page", id: after.id, before, after })
        return pairs
      }),
      /** A translation of it. */
      translationOf: (id: PageId) => first(sql<Page>`select ${columns} from pages where ${inTenant} and translation_of = ${id} order by id limit 1`),
      remove: (id: PageId) => execute(sql`delete from pages where ${inTenant} and id = ${id}`)
    }
  })
}) {
  static readonly layer = Layer.effect(Pages, Pages.make)
}
