import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { OwnerSql } from "../support/database.ts"
import { rounds } from "../support/rounds.ts"
import { companyIds, json, send, TestServerWith } from "../support/test-server.ts"
import { knows } from "./knowing.ts"
import { askingAt, modelServer } from "./model-server.ts"

/** 1,000 under `npm run faults`. */
const ANSWERS = rounds(150, 1_000)
const AT_ONCE = 8

/** A model that points at whatever comes to its mind: at passages that it was given, at others, in forms of all kinds, cut anywhere. */
const pointer = () => {
  const n = () => Math.floor(Math.random() * 14)
  const all = [`[#${n()}]`, `[${n()}]`, `[#${n()}, #${n()}]`, `[ #${n()};${n()} ]`, `[#${n() * 1_000}]`, `[#${n()}`, `#${n()}]`, `[[#${n()}]]`]
  return all[Math.floor(Math.random() * all.length)]!
}
const babble = () => {
  const text = Array.from({ length: 12 }, () => `word ${pointer()} `).join("")
  return { words: text.match(/.{1,5}/gsu) ?? [] }
}

const Server = Layer.unwrap(Effect.map(modelServer(babble), (model) => TestServerWith(askingAt(model.url))))

const TOPICS = ["walnut", "oak", "birch", "maple", "cherry", "spruce"]
const audiences = ["public", "customers", "staff"] as const

layer(Server, { excludeTestServices: true })("answers of a model that cites at random", (it) => {
  it.effect(`cite in ${ANSWERS} of them nothing that was not found, nothing of another company, nothing that its asker may not read`, ({ annotate }) =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      for (const company of ["acme", "bolt"] as const) {
        for (const topic of TOPICS) {
          for (const audience of audiences) yield* knows(company, `${topic} for ${audience}`, `The ${topic} table is told of to ${audience} of ${company}: ${topic} costs much.`, audience)
        }
      }
      const rows = yield* sql<{ id: number; company_id: number; audience: typeof audiences[number] }>`select id, company_id, audience from kb_passages`
      const passages = new Map(rows.map((row) => [Number(row.id), row]))
      let [citations, dropped] = [0, 0]
      yield* Effect.forEach(Array.from({ length: ANSWERS }, (_, n) => n), Effect.fnUntraced(function*(n) {
        const company = n % 2 === 0 ? "acme" : "bolt"
        const audience = audiences[n % 3]!
        const body = { message: `What does the ${TOPICS[n % TOPICS.length]} table cost?`, audience }
        const { json: answer, status, text } = yield* send("/chat/message", { key: company, method: "POST", ...json(body) })
        assert.strictEqual(status, 201, text)
        const cited = answer.message.citations as ReadonlyArray<{ readonly n: number; readonly passage_id: number }>
        const known = new Set(cited.map((one) => one.n))
        for (const [, mark] of (answer.message.text as string).matchAll(/\[(\d+)\]/gu)) assert.isTrue(known.has(Number(mark)), answer.message.text)
        assert.notMatch(answer.message.text, /\[#\d+\]/u)
        for (const { passage_id } of cited) {
          const passage = passages.get(passage_id)!
          assert.strictEqual(Number(passage.company_id), companyIds[company])
          assert.isAtMost(audiences.indexOf(passage.audience), audiences.indexOf(audience))
        }
        citations += cited.length
        dropped += answer.message.dropped_citations
      }), { concurrency: AT_ONCE })
      assert.isAbove(citations, ANSWERS / 4)
      assert.isAbove(dropped, ANSWERS / 4)
      yield* Effect.promise(() => annotate(`${citations} citations, ${dropped} pointers removed`))
    }), 1_800_000)
})
