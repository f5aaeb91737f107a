import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Paging } from "#schemas/kernel/paging"
import { Caller } from "#schemas/kernel/tenancy"
import type { BrokenLink, LinkCheck, LinkCheckId, LinkPlace } from "#schemas/website/link-check"
import type { DocumentKind } from "#schemas/website/documents"
import type { PageContent } from "#schemas/website/page"
import type { PostContent } from "#schemas/website/post"
import type { RunId } from "#schemas/workflows/run"
import { getOrFail } from "../kernel/get-or-fail.ts"
import { byId, page } from "../kernel/page.ts"
import { execute, first, inTenant as ofTenant, one } from "../kernel/sql.ts"

/** A page or a post with what visitors see of it; what its draft says, where they see nothing. */
export interface Readable {
  readonly kind: DocumentKind
  readonly id: number
  readonly title: string
  readonly content: PageContent | PostContent
}

export interface Waiting {
  readonly id: number
  readonly address: string
}

export interface Found {
  readonly id: number
  /** Nothing where it leads somewhere. */
  readonly reason: string | null
  readonly status: number | null
}

/** Looks at the links of the caller's site. */
export class LinkChecks extends Context.Service<LinkChecks>()("layers/website/LinkChecks", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const inTenant = ofTenant(sql)
    const shown = sql`
      select c.id, c.run_id, case when c.finished_at is not null then 'completed' when r.status is null or r.status = 'canceled' then 'canceled'
          when r.status = 'failed' then 'failed' when r.status = 'queued' then 'waiting' else 'running' end as state,
        c.documents, c.links, c.checked, c.broken, c.created_at, c.finished_at
      from link_checks c left join workflow_runs r on r.company_id = c.company_id and r.id = c.run_id
      where c.company_id = (select current_company())`
    const of = (id: LinkCheckId) => sql`${inTenant} and check_id = ${id}`
    const readable = (kind: DocumentKind, after: number, most: number) => sql`
      select ${kind} as kind, d.id, d.title, r.content from ${sql(`${kind}s`)} d join content_revisions r on r.company_id = d.company_id and r.kind = ${kind}
        and r.document_id = d.id and r.number = coalesce(d.published_revision, d.revision)
      where d.company_id = (select current_company()) and d.id > ${after} order by d.id limit ${most}`

    return {
      create: Effect.flatMap(Caller, ({ company_id }) =>
        Effect.map(one(sql<{ id: LinkCheckId }>`insert into link_checks (company_id) values (${company_id}) returning id`), ({ id }) => id)),
      assign: (id: LinkCheckId, run: RunId) => execute(sql`update link_checks set run_id = ${run} where ${inTenant} and id = ${id}`),
      get: (id: LinkCheckId) => getOrFail("check of links")(first(sql<LinkCheck>`${shown} and c.id = ${id}`)),
      broken: (id: LinkCheckId, paging: Paging) =>
        page<BrokenLink>(sql, {
          from: sql`(select id, address, reason, status, places from checked_links where ${of(id)} and state = 'broken') l`,
          columns: sql.literal("l.*"), where: [sql.literal("true")], order: byId, paging
        }),

      /** Some documents in order of their ids. */
      documents: (kind: DocumentKind, after: number, most: number) => Effect.orDie(sql<Readable>`${readable(kind, after, most)}`),
      /** Notes where documents lead. */
      add: Effect.fnUntraced(function*(id: LinkCheckId, documents: number, links: ReadonlyArray<{ readonly address: string; readonly place: LinkPlace }>) {
        const { company_id } = yield* Caller
        const byAddress = Map.groupBy(links, ({ address }) => address)
        const rows = [...byAddress].map(([address, all]) => ({ address, places: all.map(({ place }) => place) }))
        yield* execute(sql`insert into checked_links as l (company_id, check_id, address, places)
          select ${company_id}::bigint, ${id}::bigint, r.address, r.places from json_to_recordset(${JSON.stringify(rows)}::json) as r (address text, places jsonb)
          on conflict (company_id, check_id, md5(address)) do update set places = l.places || excluded.places`)
        yield* execute(sql`update link_checks set documents = documents + ${documents}, links = (select count(*) from checked_links where ${of(id)})
          where ${inTenant} and id = ${id}`)
      }),
      /** Links that nobody has looked at: within the site, or out of it. */
      waiting: (id: LinkCheckId, where: "within" | "out", most: number) =>
        Effect.orDie(sql<Waiting>`select id, address from checked_links where ${of(id)} and state = 'waiting'
          and (address ~ '^https?:') = ${where === "out"} order by id limit ${most}`),
      settle: Effect.fnUntraced(function*(id: LinkCheckId, found: ReadonlyArray<Found>) {
        yield* execute(sql`update checked_links l set state = case when r.reason is null then 'sound' else 'broken' end, reason = r.reason, status = r.status
          from json_to_recordset(${JSON.stringify(found)}::json) as r (id bigint, reason text, status int)
          where l.company_id = (select current_company()) and l.check_id = ${id} and l.id = r.id`)
        yield* execute(sql`update link_checks set checked = checked + ${found.length}, broken = broken + ${found.filter(({ reason }) => reason !== null).length}
          where ${inTenant} and id = ${id}`)
      }),
      finish: (id: LinkCheckId) => execute(sql`update link_checks set finished_at = now() where ${inTenant} and id = ${id}`)
    }
  })
}) {
  static readonly layer = Layer.effect(LinkChecks, LinkChecks.make)
}
