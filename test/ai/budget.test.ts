import { resolve } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { follow } from "../contract/bodies/reading.ts"
import { started } from "../contract/bodies/started.ts"
import { OwnerSql } from "../support/database.ts"
import { eventually } from "../support/eventually.ts"
import { rounds } from "../support/rounds.ts"
import { companyIds, json, type Key, send, TestServerWith } from "../support/test-server.ts"
import { knows } from "./knowing.ts"
import { askingAt, modelServer, MODEL_KEY } from "./model-server.ts"

const REFUNDS = "A refund goes back to the card within five working days. Goods have to come back within thirty days."
const QUESTION = { message: "How long does a refund take to my card?" }

class Model extends Context.Service<Model, Effect.Success<ReturnType<typeof modelServer>>>()("test/Model") {}

const slowly = () => ({ words: Array.from({ length: 40 }, (_, n) => n === 0 ? "Five days [#1]. " : `word${n} `), pauseMs: 5 })

const Server = Layer.unwrap(Effect.map(modelServer(slowly), (model) => Layer.merge(TestServerWith(askingAt(model.url)), Layer.succeed(Model, model))))

const ask = (key: Key, body: object = QUESTION) => send("/chat/message", { key, method: "POST", ...json(body) })

const usage = (key: Key) => Effect.map(send("/chat/usage", { key }), ({ json }) => json as { readonly used: number; readonly held: number; readonly left: number | null })

/** Calls as they were counted. */
const calls = Effect.fnUntraced(function*(company: number) {
  const sql = yield* OwnerSql
  const [row] = yield* sql<{ tokens: number; most: number; n: number; lost: number; whole: boolean }>`
    select coalesce(sum(tokens), 0)::int as tokens, coalesce(max(greatest(tokens, reserved)), 0)::int as most, count(*)::int as n,
      count(*) filter (where lost)::int as lost, coalesce(bool_and(not lost or tokens = reserved), true) as whole
    from ai_calls where company_id = ${company}`
  return row!
})

layer(Server, { excludeTestServices: true })("the budget of AI", (it) => {
  it.effect("is not passed by 200 chats at once of which ten fit into what is left, and what is told is the sum of the calls", ({ annotate }) =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* knows("cheap", "Returns and refunds", REFUNDS)
      assert.strictEqual((yield* ask("starter")).status, 201)
      const { most } = yield* calls(companyIds.cheap)
      /* Of the month there is as much left as ten such calls set aside. */
      const before = 15_000 - 10 * most
      yield* sql`update ai_months set used = ${before} where company_id = ${companyIds.cheap}`
      const { tokens: spentBefore } = yield* calls(companyIds.cheap)
      const answers = yield* Effect.forEach(Array.from({ length: 200 }), () => ask("starter"), { concurrency: "unbounded" })
      const statuses = Map.groupBy(answers, ({ status }) => status)
      assert.sameMembers([...statuses.keys()].filter((status) => status !== 201 && status !== 429), [])
      /* A call that was given up and made again is settled within a minute. */
      const { used } = yield* eventually(usage("starter"), ({ held }) => held === 0, 60_000)
      const spent = (yield* calls(companyIds.cheap)).tokens - spentBefore
      assert.strictEqual(used, before + spent)
      assert.isAtMost(used, 15_000 + most)
      assert.isAbove(statuses.get(201)!.length, 0)
      yield* sql`update ai_months set used = 15000 where company_id = ${companyIds.cheap}`
      const { headers, json: refused, status } = yield* ask("starter")
      assert.strictEqual(status, 429)
      assert.match(refused.message, /They come back on \d{4}-\d{2}-01T00:00:00Z\./u)
      assert.isNotNull(headers.get("retry-after"))
      yield* Effect.promise(() => annotate(`${statuses.get(201)!.length} answered, ${statuses.get(429)?.length ?? 0} refused, ${used} of 15,000 used, the largest call set aside ${most}`))
    }))

  it.effect("of a conversation and of a visitor is one of its own", () =>
    Effect.gen(function*() {
      yield* knows("acme", "Returns and refunds", REFUNDS)
      yield* send("/chat/settings", { key: "acme", method: "PATCH", ...json({ conversation_tokens: 1_800, visitor_tokens: 1_800 }) })
      const first = (yield* ask("acme")).json
      const goOn = { ...QUESTION, conversation_id: first.conversation_id }
      const later = yield* Effect.forEach(Array.from({ length: 6 }), () => ask("acme", goOn), { concurrency: 1 })
      const refused = later.find(({ status }) => status === 429)
      assert.match(refused!.json.message, /^This conversation has used .* They come back on/u)
      assert.strictEqual((yield* ask("acme")).status, 201)
      const visits = yield* Effect.forEach(Array.from({ length: 6 }), () =>
        send("/chat/public/message", { key: "acmeShop", method: "POST", ...json(QUESTION), headers: { "x-forwarded-for": "198.51.7.7" } }), { concurrency: 1 })
      assert.match(visits.find(({ status }) => status === 429)!.json.message, /^Your network has used/u)
      yield* send("/chat/settings", { key: "acme", method: "PATCH", ...json({ conversation_tokens: 20_000, visitor_tokens: 10_000 }) })
    }))

  it.effect("is settled within a minute where a process is killed in the middle of an answer", ({ annotate }) =>
    Effect.gen(function*() {
      const model = yield* Model
      model.says(() => ({ words: Array.from({ length: 2_000 }, (_, n) => `word${n} `), pauseMs: 10 }))
      const sql = yield* OwnerSql
      yield* knows("bolt", "Returns and refunds", REFUNDS)
      let longest = 0
      for (let round = 0; round < rounds(2, 20); round++) {
        const service = yield* started({ OPENAI_BASE_URL: model.url, OPENAI_API_KEY: MODEL_KEY }, resolve(import.meta.dirname, "child.ts"))
        const asked = Array.from({ length: 3 }, () => follow({ port: service.port, path: "/chat/message", body: QUESTION, key: "bolt" }))
        yield* Effect.promise(() => Promise.all(asked.map((reading) => reading.next(2 + round % 5))))
        const before = yield* calls(companyIds.bolt)
        yield* Effect.promise(service.kill)
        const begun = performance.now()
        const left = sql<{ n: number }>`select count(*)::int as n from ai_reservations where company_id = ${companyIds.bolt}`
        assert.strictEqual((yield* left)[0]!.n, 3)
        yield* eventually(left, ([row]) => row!.n === 0, 60_000)
        longest = Math.max(longest, performance.now() - begun)
        const after = yield* calls(companyIds.bolt)
        assert.strictEqual(after.lost - before.lost, 3)
        assert.isTrue(after.whole, "what was set aside is what was settled")
        const { held, used } = yield* usage("bolt")
        assert.deepStrictEqual({ held, used }, { held: 0, used: after.tokens })
      }
      yield* Effect.promise(() => annotate(`settled after ${(longest / 1_000).toFixed(1)} s at the longest`))
    }), 1_800_000)
})
