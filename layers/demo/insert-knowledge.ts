import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { toldOf } from "../kb/passages.ts"
import { passagesOf } from "../kb/splitting.ts"
import { rowsFor } from "./insert-shop.ts"
import { knowledge, synonyms } from "./knowledge.ts"
import { members } from "./words.ts"

const LANGUAGE = "en"
/** Days between the writing of one entry and the next. */
const APART = 4

/** Puts what one company has written down into its tables, with the passages that it is found by. As the database's owner, in a transaction. */
export const insertKnowledge = Effect.fnUntraced(function*(company_id: number, key_id: number) {
  const sql = yield* SqlClient.SqlClient
  const { numbered, text } = yield* rowsFor
  const users = yield* sql<{ id: number }>`select id from users where company_id = ${company_id} order by id limit ${members.length}`
  const entries = (yield* numbered("kb_entries", knowledge)).map((entry, n) => ({
    ...entry, age: (knowledge.length - n) * APART, owner_id: users[n % users.length]!.id, content: { ...entry, id: undefined, language: LANGUAGE, questions: [] }
  }))
  yield* sql`
    insert into kb_entries (company_id, id, title, body, language, audience, status, tags, owner_id, review_at, reviewed_at, created_at, updated_at) overriding system value
    select ${company_id}, r.id, r.title, r.body, ${LANGUAGE}, r.audience, 'published', r.tags, r.owner_id, now() + make_interval(days => 180 - r.age),
      now() - make_interval(days => r.age), now() - make_interval(days => r.age), now() - make_interval(days => r.age)
    from jsonb_to_recordset(${text(entries)}) r (id bigint, title text, body text, audience text, tags text[], owner_id bigint, age int)`
  yield* sql`
    insert into kb_entry_versions (company_id, entry_id, number, content, made_by, created_at)
    select ${company_id}, r.id, 1, r.content, ${JSON.stringify({ kind: "key", id: key_id, label: null })}::jsonb, now() - make_interval(days => r.age)
    from jsonb_to_recordset(${text(entries)}) r (id bigint, content jsonb, age int)`
  const passages = entries.flatMap(({ audience, body, id, tags, title }) =>
    passagesOf(body).map((passage, position) => ({
      ...passage, origin_id: id, position, title, audience, tags, told: toldOf({ title, language: LANGUAGE, audience, tags }, passage)
    })))
  yield* sql`
    insert into kb_passages (company_id, origin_kind, origin_id, position, title, heading, place, language, audience, tags, text, told)
    select ${company_id}, 'entry', r.origin_id, r.position, r.title, r.heading, r.place, ${LANGUAGE}, r.audience, r.tags, r.text, decode(r.told, 'hex')
    from jsonb_to_recordset(${text(passages)}) r (origin_id bigint, position int, title text, heading jsonb, place jsonb, audience text, tags text[], text text, told text)`
  for (const words of synonyms) yield* sql`insert into kb_synonyms (company_id, words) values (${company_id}, ${[...words]}::text[])`
})
