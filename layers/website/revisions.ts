import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { Paging } from "#schemas/kernel/paging"
import { Caller } from "#schemas/kernel/tenancy"
import type { ContentOf, DocumentKind, IdOf } from "#schemas/website/documents"
import { type MadeBy, maker } from "../kernel/receipts/made-by.ts"
import { byId, page } from "../kernel/page.ts"
import { execute, first, inTenant as inTenantOf, one } from "../kernel/sql.ts"

/** A revision, without what it says. */
export interface RevisionRow {
  readonly number: number
  readonly title: string
  readonly made_by: MadeBy
  readonly note: string | null
  readonly created_at: string
}

/** Every state that the pages and posts of the caller's company went through. */
export class Revisions extends Context.Service<Revisions>()("layers/website/Revisions", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const inTenant = inTenantOf(sql)
    const columns = sql.literal("number, content ->> 'title' as title, made_by, note, created_at")
    const of = (kind: DocumentKind, id: number) => sql`${inTenant} and kind = ${kind} and document_id = ${id}`

    return {
      /** `version` is the one that the document has with this revision. */
      add: Effect.fnUntraced(function*<K extends DocumentKind>(
        kind: K, { id, revision, version }: { readonly id: IdOf<K>; readonly revision: number; readonly version: number },
        content: ContentOf<K>, note: string | null
      ) {
        const { company_id } = yield* Caller
        yield* execute(sql`insert into content_revisions (company_id, kind, document_id, number, content, made_by, note, version)
          values (${company_id}, ${kind}, ${id}, ${revision}, ${JSON.stringify(content)}, ${JSON.stringify(yield* maker)}, ${note}, ${version})`)
      }),
      /** What a revision says. */
      content: <K extends DocumentKind>(kind: K, id: IdOf<K>, number: number): Effect.Effect<Option.Option<ContentOf<K>>> =>
        Effect.map(
          first(sql<{ content: ContentOf<K> }>`select content from content_revisions where ${of(kind, id)} and number = ${number}`),
          Option.map(({ content }) => content)
        ),
      /** What the newest revision says, and what the published one does. */
      both: <K extends DocumentKind>(
        kind: K, { id, published_revision, revision }: {
          readonly id: IdOf<K>; readonly revision: number; readonly published_revision: number | null
        }
      ) =>
        one(sql<{ draft: ContentOf<K>; published: ContentOf<K> | null }>`
          select d.content as draft, p.content as published from content_revisions d
            left join content_revisions p on p.company_id = d.company_id and p.kind = d.kind and p.document_id = d.document_id
              and p.number = ${published_revision}::int
          where d.company_id = (select current_company()) and d.kind = ${kind} and d.document_id = ${id} and d.number = ${revision}`),
      find: (kind: DocumentKind, id: number, number: number) =>
        first(sql<RevisionRow>`select ${columns} from content_revisions where ${of(kind, id)} and number = ${number}`),
      /** The newest that there was when the document had a version. */
      atVersion: (kind: DocumentKind, id: number, version: number) =>
        first(sql<{ number: number }>`select number from content_revisions where ${of(kind, id)} and version <= ${version} order by number desc limit 1`),
      page: (kind: DocumentKind, id: number, paging: Paging) =>
        page<RevisionRow & { readonly id: number }>(sql, {
          from: sql`(select number as id, * from content_revisions where ${of(kind, id)}) r`,
          columns: sql`id, ${columns}`,
          where: [sql.literal("true")],
          order: { ...byId, descending: true },
          paging
        }),
      remove: (kind: DocumentKind, id: number) => execute(sql`delete from content_revisions where ${of(kind, id)}`)
    }
  })
}) {
  static readonly layer = Layer.effect(Revisions, Revisions.make)
}
