import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { PageId } from "#schemas/website/ids"

/** Pages of the caller's site that say the same of themselves as another. */
export class PageLikeness extends Context.Service<PageLikeness>()("layers/website/PageLikeness", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return {
      /** By their newest drafts, up to ten; those in other languages may say the same. */
      of: (id: PageId, { description, locale, title }: { readonly title: string; readonly description: string | null; readonly locale: string | null }) =>
        Effect.orDie(sql<{ path: string; title: boolean; description: boolean }>`
          select * from (
            select p.path, lower(coalesce(r.content -> 'seo' ->> 'title', p.title)) = ${title.toLowerCase()} as title,
              coalesce(lower(r.content -> 'seo' ->> 'description') = ${description?.toLowerCase() ?? null}, false) as description
            from pages p join content_revisions r on r.company_id = p.company_id and r.kind = 'page' and r.document_id = p.id and r.number = p.revision
            where p.company_id = (select current_company()) and p.id <> ${id} and p.locale is not distinct from ${locale}
          ) same where title or description order by path limit 10`)
    }
  })
}) {
  static readonly layer = Layer.effect(PageLikeness, PageLikeness.make)
}
