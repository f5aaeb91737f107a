import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { EntryId } from "#schemas/kb/ids"
import type { Origin } from "#schemas/kb/passage"
import { Caller } from "#schemas/kernel/tenancy"
import { execute, inTenant as inTenantOf, one } from "../kernel/sql.ts"

/** A way in which something was asked, and how often. */
export interface AskedText {
  readonly text: string
  readonly stems: ReadonlyArray<string>
  readonly times: number
  readonly last_at: string
}

interface EntryLine {
  readonly id: EntryId
  readonly title: string
}

/** Ways to ask are looked through up to so many. */
const MOST_TEXTS = 2_000
const MOST_LINES = 50

/** What was asked of the knowledge of the caller's company, and what became of it. */
export class KbUsage extends Context.Service<KbUsage>()("layers/kb/KbUsage", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const inTenant = inTenantOf(sql)

    return {
      vote: Effect.fnUntraced(function*({ id, kind }: Origin, helpful: boolean) {
        const { company_id } = yield* Caller
        yield* execute(sql`insert into kb_votes (company_id, origin_kind, origin_id, helpful) values (${company_id}, ${kind}, ${id}, ${helpful})`)
      }),
      votes: ({ id, kind }: Origin, since: string) =>
        one(sql<{ helpful: number; unhelpful: number }>`select count(*) filter (where helpful) as helpful, count(*) filter (where not helpful) as unhelpful
          from kb_votes where ${inTenant} and origin_kind = ${kind} and origin_id = ${id} and created_at >= ${since}`),
      counts: (since: string) =>
        one(sql<{ queries: number; answered: number }>`select count(*) as queries, count(*) filter (where found) as answered
          from kb_queries where ${inTenant} and asked_at >= ${since}`),
      /** Ways in which was asked what was found, or was not; all if nothing is said. The commonest first. */
      texts: (since: string, found: boolean | undefined) =>
        Effect.orDie(sql<AskedText>`select q.text, tsvector_to_array(to_tsvector(kb_stemming(q.language), kb_plain(q.text))) as stems, q.times, q.last_at
          from (select lower(text) as text, min(language) as language, count(*) as times, max(asked_at) as last_at from kb_queries
            where ${inTenant} and asked_at >= ${since} ${found === undefined ? sql.literal("") : sql`and found = ${found}`}
            group by 1 order by times desc, last_at desc limit ${MOST_TEXTS}) q
          order by q.times desc, q.last_at desc`),
      /** Entries that readers rated, by themselves or as what an answer of the chat stands on. */
      helpfulness: (since: string) =>
        Effect.orDie(sql<EntryLine & { helpful: number; unhelpful: number }>`select e.id, e.title, v.helpful, v.unhelpful
          from (select origin_id, count(*) filter (where helpful) as helpful, count(*) filter (where not helpful) as unhelpful from (
              select origin_id, helpful from kb_votes where ${inTenant} and origin_kind = 'entry' and created_at >= ${since}
              union all
              select a.origin_id, a.helpful from (
                select distinct id, helpful, (c -> 'origin' ->> 'id')::bigint as origin_id from ai_messages, jsonb_array_elements(citations) c
                where ${inTenant} and helpful is not null and created_at >= ${since} and c -> 'origin' ->> 'kind' = 'entry') a) r group by 1) v
          join kb_entries e on e.company_id = (select current_company()) and e.id = v.origin_id
          order by v.unhelpful::float8 / (v.helpful + v.unhelpful) desc, v.unhelpful desc, e.id limit ${MOST_LINES}`),
      /** The company's synonyms by the stems of each way to say it. */
      synonyms: (language: string) =>
        Effect.map(
          Effect.orDie(sql<{ ways: ReadonlyArray<ReadonlyArray<string>> }>`select (
              select jsonb_agg(to_jsonb(tsvector_to_array(to_tsvector(kb_stemming(${language}), kb_plain(w))))) from unnest(words) w) as ways
            from kb_synonyms where ${inTenant} order by id`),
          (rows) => rows.map(({ ways }) => ways.filter((stems) => stems.length > 0))),
      stale: Effect.orDie(sql<EntryLine & { review_at: string | null; reviewed_at: string }>`select id, title, review_at, reviewed_at from kb_entries
        where ${inTenant} and status = 'published' and (review_at <= now() or reviewed_at < now() - interval '1 year')
        order by coalesce(review_at, reviewed_at), id limit ${MOST_LINES}`),
      unfound: (since: string) =>
        Effect.orDie(sql<EntryLine & { created_at: string }>`select e.id, e.title, e.created_at from kb_entries e
          where e.company_id = (select current_company()) and e.status = 'published' and e.created_at < now() - interval '30 days'
            and e.id not in (select (o ->> 'id')::bigint from kb_queries, jsonb_array_elements(origins) o
              where ${inTenant} and asked_at >= ${since} and o ->> 'kind' = 'entry')
          order by e.created_at, e.id limit ${MOST_LINES}`),
      /** Entries of these titles that are not archived, by title in small letters. */
      titled: (titles: ReadonlyArray<string>) =>
        Effect.map(Effect.orDie(sql<{ id: EntryId; title: string }>`select id, lower(title) as title from kb_entries
          where ${inTenant} and status <> 'archived' and lower(title) = any(${[...titles]}::text[]) order by id desc`),
          (rows) => new Map(rows.map(({ id, title }) => [title, id])))
    }
  })
}) {
  static readonly layer = Layer.effect(KbUsage, KbUsage.make)
}
