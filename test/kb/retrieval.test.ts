import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Passages } from "#layers/kb/passages"
import { Retrieval } from "#layers/kb/retrieval"
import { booked } from "../payments/booking.ts"
import { OwnerSql } from "../support/database.ts"
import { TestServer } from "../support/test-server.ts"
import { chance, measured, mistyped, passagesOf, threads } from "./questions.ts"

const shared = { language: "en", audience: "public", tags: [] } as const

const written = Effect.gen(function*() {
  const passages = yield* Passages
  for (const [n, thread] of threads.entries()) {
    yield* booked(passages.replace({ kind: "entry", id: n + 1 }, { ...shared, title: thread.question }, passagesOf(thread)))
  }
})

const random = chance(7)
/** Every third: all of them take minutes. */
const questions = threads.flatMap(({ rephrased }, n) => rephrased.map((text) => ({ text, mistyped: mistyped(text, random), expected: n + 1 })))
  .filter((_, n) => n % 3 === 0)
type Way = "mistyped" | "text"

const ours = (way: Way) => Effect.forEach(questions, Effect.fnUntraced(function*(question) {
  const { passages } = yield* booked(Retrieval.use(({ retrieve }) => retrieve({ text: question[way], audiences: ["public"], limit: 10, perOrigin: 1 })))
  return { ...question, found: passages.map(({ origin }) => origin.id) }
}))

/** PostgreSQL's full text as it is usually used, and with any of the words in place of all. */
const plain = (way: Way, words: "all" | "any") => Effect.forEach(questions, Effect.fnUntraced(function*(question) {
  const sql = yield* OwnerSql
  const rows = yield* sql<{ id: number }>`
    with q as (select ${words === "all" ? sql`websearch_to_tsquery('english', ${question[way]})`
      : sql`replace(plainto_tsquery('english', ${question[way]})::text, '&', '|')::tsquery`} as q)
    select id from plain_words, q where words @@ q group by 1 order by max(ts_rank(words, q)) desc limit 10`
  return { ...question, found: rows.map(({ id }) => id) }
}))

const shown = (figures: ReturnType<typeof measured>) => Object.entries(figures).map(([name, value]) => `${name} ${value.toFixed(3)}`).join(", ")

layer(TestServer, { excludeTestServices: true })("retrieval over a public question set", (it) => {
  it.effect("finds more than plain full text, at a better place, and hardly less where a word of each question is misspelled", () =>
    Effect.gen(function*() {
      yield* written
      yield* OwnerSql.use((sql) => sql`create table plain_words as
        select origin_id as id, to_tsvector('english', title || ' ' || text) as words from kb_passages where company_id = 1`)
      /* As PostgreSQL does by itself within a minute, which it does not in tests. */
      yield* OwnerSql.use((sql) => sql`analyze kb_passages, kb_words`)
      const [good, wrong] = [measured(yield* ours("text")), measured(yield* ours("mistyped"))]
      const [usual, any] = [measured(yield* plain("text", "all")), measured(yield* plain("text", "any"))]
      console.log(`${questions.length} questions, ${threads.length} entries\nours: ${shown(good)}\nmisspelled: ${shown(wrong)}\nplain full text, all words: ${shown(usual)}\nany words: ${shown(any)}`)
      for (const base of [usual, any]) {
        assert.isAbove(good["recall@5"], base["recall@5"])
        assert.isAbove(good.mrr, base.mrr)
      }
      assert.isAtLeast(good["recall@5"], 0.9)
      assert.isAtLeast(wrong["recall@5"], 0.9 * good["recall@5"])
    }))

  it.effect("writes only the passages whose text changed, and keeps the words of the rest", () =>
    Effect.gen(function*() {
      const passages = yield* Passages
      const sql = yield* OwnerSql
      const origin = { kind: "document", id: 7 } as const
      const replace = (texts: ReadonlyArray<string>) =>
        booked(passages.replace(origin, { ...shared, title: "Zebra" }, texts.map((text) => ({ heading: [], place: {}, text }))), "bolt")
      const ids = Effect.map(sql<{ id: number; text: string }>`select id, text from kb_passages where company_id = 2 order by position`,
        (rows) => new Map(rows.map(({ id, text }) => [text, id])))
      const count = (word: string) => Effect.map(sql<{ passages: number }>`select passages from kb_words where company_id = 2 and word = ${word}`, ([row]) => row?.passages ?? 0)
      assert.deepStrictEqual(yield* replace(["one giraffe", "two giraffes", "three lions"]), { added: 3, removed: 0, kept: 0 })
      const before = yield* ids
      assert.deepStrictEqual(yield* replace(["three lions", "one giraffe", "two tigers"]), { added: 1, removed: 1, kept: 2 })
      const after = yield* ids
      assert.strictEqual(after.get("one giraffe"), before.get("one giraffe"))
      assert.deepStrictEqual([...after.keys()], ["three lions", "one giraffe", "two tigers"])
      assert.deepStrictEqual([yield* count("zebra"), yield* count("giraffe"), yield* count("giraffes"), yield* count("tigers")], [3, 1, 0, 1])
      yield* booked(passages.remove(origin), "bolt")
      assert.deepStrictEqual(yield* sql`select word from kb_words where company_id = 2`, [])
    }))
})
