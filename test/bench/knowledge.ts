import { hash } from "node:crypto"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { chance, threads } from "../kb/questions.ts"

/** Passages that one statement writes. */
const AT_ONCE = 2_000

const syllables = ["ba", "cor", "dan", "el", "fir", "gan", "hol", "im", "jor", "kal", "lum", "mer", "nov", "or", "pel", "qua", "ris", "sol", "tan", "ur", "vel", "wex", "yar", "zim"]

/** A name that no language has: of a product, a person, a place. Small numbers are far commoner than great ones. */
const nameOf = (random: () => number) => {
  let n = Math.floor(60_000 ** random())
  let name = ""
  do {
    name += syllables[n % syllables.length]
    n = Math.floor(n / syllables.length)
  } while (n > 0)
  return `${name}ix`
}

const topics = threads.map(({ answers, question }) => ({
  question, sentences: answers.flatMap((answer) => answer.match(/[^.!?\n]{20,300}[.!?]/gu) ?? []).map((sentence) => sentence.trim())
})).filter(({ sentences }) => sentences.length > 3)

/**
 * So many passages of a company, three of an entry: each has sentences of one of some hundred topics of web applications, thrown together, one of another
 * topic, and names. Words of each question stand in many of them, as they would where a company has written down very much about little.
 */
const passagesOf = (company: number, count: number) => {
  const random = chance(company)
  const one = <A>(from: ReadonlyArray<A>) => from[Math.floor(random() * from.length)]!
  return Array.from({ length: count }, (_, n) => {
    const topic = one(topics)
    const said = [...Array.from({ length: 3 + Math.floor(random() * 4) }, () => one(topic.sentences)), one(one(topics).sentences)]
    const text = said.map((sentence) => `${sentence} ${nameOf(random)}`).join(" ")
    return { company, entry: Math.floor(n / 3) + 1, position: n % 3, title: `${topic.question} ${nameOf(random)}`, text, told: hash("sha256", text) }
  })
}

/** Fills companies with so many passages each. The index and the words are made once, behind them all, which takes a tenth of the time. */
export const filled = Effect.fnUntraced(function*(companies: ReadonlyArray<readonly [id: number, passages: number]>) {
  const sql = yield* SqlClient.SqlClient
  const [index] = yield* sql<{ indexdef: string }>`select indexdef from pg_indexes where indexname = 'kb_passages_located'`
  yield* sql`drop index kb_passages_located`
  yield* sql`alter table kb_passages disable trigger words_inserted`
  const rows = companies.flatMap(([id, passages]) => passagesOf(id, passages))
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    yield* sql`insert into kb_passages (company_id, origin_kind, origin_id, position, title, heading, place, language, audience, tags, text, told)
      select company, 'entry', entry, position, title, '[]', '{}', 'en', (array['public', 'public', 'customers', 'staff'])[1 + entry % 4], '{}', text,
        decode(told, 'hex')
      from jsonb_to_recordset(${JSON.stringify(rows.slice(from, from + AT_ONCE))}::jsonb)
        as r (company bigint, entry int, position int, title text, text text, told text)`
  }
  yield* sql`alter table kb_passages enable trigger words_inserted`
  yield* sql`set maintenance_work_mem = '512MB'`
  yield* sql.unsafe(index!.indexdef)
  yield* sql`insert into kb_words (company_id, language, word, lexeme, passages)
    select w.company_id, 'en', w.word, s.lexeme, w.n
    from (select p.company_id, t.word, count(*)::int as n from kb_passages p cross join lateral kb_words_in(p.title, p.heading, p.tags, p.text) t (word)
      where p.company_id = any(${companies.map(([id]) => id)}::bigint[]) group by 1, 2) w
    cross join lateral (select l.lexeme from unnest(to_tsvector('english', w.word)) l limit 1) s`
})
