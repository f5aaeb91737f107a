import { assert, it as alone, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hashOf } from "#layers/auth/api-keys"
import type { Change } from "#schemas/kernel/events"
import { covers } from "#workflows/agents/agreement"
import { checksums } from "../support/checksums.ts"
import { OwnerSql } from "../support/database.ts"
import { goal } from "../support/goals.ts"
import { json, type Key, secrets, send } from "../support/test-server.ts"
import { approve, preview, stateOf } from "./consent-calls.ts"
import { PaymentsServer } from "./payments.ts"
import { eventually } from "../support/eventually.ts"

type Headers = Readonly<Record<string, string>>

const pay = (key: Key, body: object, headers: Headers = {}) =>
  send("/payments", { key, method: "POST", headers, ...json({ currency: "USD", card_token: "tok_visa", ...body }) })

const paid = Effect.gen(function*() {
  const sql = yield* OwnerSql
  const [row] = yield* sql<{ payments: number; runs: number; receipts: number; kept: number }>`select
    (select count(*) from contacts where first_name = 'Paid') as payments,
    (select count(*) from workflow_runs where workflow = 'payment.capture') as runs,
    (select count(*) from receipts where verb = 'pay') as receipts,
    (select count(*) from idempotency_keys) as kept`
  return row!
}).pipe(Effect.orDie)

const lastReceipt = Effect.gen(function*() {
  const sql = yield* OwnerSql
  const [row] = yield* sql<any>`select * from receipts where verb = 'pay' order by id desc limit 1`
  return row
}).pipe(Effect.orDie)

const moved = (...moves: ReadonlyArray<readonly [number, string]>): ReadonlyArray<Change> =>
  moves.map(([amount, currency]) => ({ object: "payment", id: 1, before: null, after: {}, moves: { amount, currency } }))

alone("a cap covers the sum of what moves, in its own currency", () => {
  const cap = { amount: 100, currency: "USD" }
  assert.isTrue(covers(undefined, moved([1_000_000, "EUR"])))
  assert.isTrue(covers(cap, []))
  assert.isTrue(covers(cap, [{ object: "contact", id: 1, before: null, after: {} }]))
  assert.isTrue(covers(cap, moved([60, "USD"], [40, "USD"])))
  assert.isFalse(covers(cap, moved([60, "USD"], [41, "USD"])))
  assert.isFalse(covers(cap, moved([1, "EUR"])))
  assert.isFalse(covers(cap, moved([1, "USD"], [1, "EUR"])))
})

layer(PaymentsServer, { excludeTestServices: true })("an operation that moves money", (it) => {
  it.effect("is previewed with the sum and with what it would set going, and nothing goes", () =>
    Effect.gen(function*() {
      const { json: { consent } } = yield* pay("cautious", { amount: 12_345 })
      assert.include(consent.summary, "Pay: amount $123.45")
      assert.notInclude(consent.summary, "tok_visa")
      yield* preview(consent.id)
      const before = yield* checksums
      const { json: shown, text } = yield* preview(consent.id)
      assert.deepStrictEqual(yield* checksums, before)
      assert.deepInclude(shown, { money: [{ amount: 12_345, currency: "USD" }], refusal: null })
      assert.deepStrictEqual(shown.effects, [{ workflow: "payment.capture", input: { amount: 12_345, card_token: "[redacted]" } }])
      const [change] = shown.changes
      assert.deepInclude(change, { object: "payment", id: null, action: "create", before: null })
      assert.deepInclude(change.after, { amount: 12_345, card_token: "[redacted]" })
      assert.notProperty(change.after, "id")
      assert.notInclude(text, "tok_visa")
      const sql = yield* OwnerSql
      const [asker] = yield* sql<{ id: number }>`select id from api_keys where hash = ${hashOf(secrets.cautious)}`
      assert.strictEqual(change.after.key_id, asker!.id)
      const { json: detail } = yield* send(`/agent/consents/${consent.id}`, { key: "acme" })
      assert.deepStrictEqual(detail.input, { amount: 12_345, currency: "USD", card_token: "[redacted]" })
    }))

  it.effect("a hundred with one confirmation and one Idempotency-Key: it happens once, and all get that answer", () =>
    Effect.gen(function*() {
      const body = { amount: 777 }
      const key = { "idempotency-key": "once-1" }
      const asked = yield* pay("cautious", body, key)
      assert.strictEqual(asked.status, 428)
      const before = yield* paid
      const { json: { confirmation } } = yield* approve(asked.json.consent.id)
      const headers = { ...key, "x-service-confirmation": confirmation }
      const sent = yield* Effect.forEach(Array.from({ length: 100 }), () => pay("cautious", body, headers), { concurrency: "unbounded" })
      for (const { status, text } of sent) assert.deepStrictEqual([status, text], [200, sent[0]!.text])
      assert.lengthOf(sent.filter(({ headers }) => headers.get("idempotent-replayed") === null), 1)
      const after = yield* paid
      assert.deepStrictEqual(after, {
        payments: before.payments + 1, runs: before.runs + 1, receipts: before.receipts + 1, kept: before.kept + 1
      })
      /* The answer is known by the key; the confirmation is used up for any other. */
      assert.strictEqual((yield* pay("cautious", body, key)).headers.get("idempotent-replayed"), "true")
      const other = yield* pay("cautious", body, { "idempotency-key": "once-2", "x-service-confirmation": confirmation })
      assert.strictEqual(other.status, 409)
      assert.strictEqual((yield* paid).kept, after.kept, "what a gate said is not kept")
      assert.strictEqual((yield* pay("cautious", body, { "idempotency-key": "once-2" })).status, 428)
    }))

  it.effect("keeps its own refusal under the key, and the confirmation unspent", () =>
    Effect.gen(function*() {
      const body = { amount: 5, fail: true }
      const { json: { consent } } = yield* pay("cautious", body)
      const { json: { confirmation } } = yield* approve(consent.id)
      const headers = { "idempotency-key": "no-1", "x-service-confirmation": confirmation }
      const first = yield* pay("cautious", body, headers)
      assert.deepStrictEqual([first.status, first.json.message], [409, "The bank said no."])
      assert.strictEqual((yield* pay("cautious", body, headers)).headers.get("idempotent-replayed"), "true")
      assert.strictEqual(yield* stateOf(consent.id), "approved")
    }))

  it.effect("relies on a standing consent up to its cap, and asks beyond", () =>
    Effect.gen(function*() {
      const within = yield* pay("acme", { amount: 10_000 })
      assert.strictEqual(within.status, 200, within.text)
      assert.deepStrictEqual((yield* lastReceipt).consent, { standing: true, agents: false, amount_cap: 10_000, currency: "USD" })
      const before = yield* paid
      const beyond = yield* pay("acme", { amount: 10_001 }, { "idempotency-key": "cap-1" })
      assert.strictEqual(beyond.status, 428)
      assert.strictEqual((yield* pay("acme", { amount: 1, currency: "EUR" })).status, 428)
      assert.strictEqual((yield* pay("acme", { amount: 1 }, { "x-service-agent": "ada" })).status, 428)
      assert.deepStrictEqual(yield* paid, before, "what was begun was undone")
      assert.strictEqual((yield* pay("acmeTest", { amount: 1_000_000 }, { "x-service-agent": "ada" })).status, 200)
      const { agent, consent } = yield* lastReceipt
      assert.deepStrictEqual([consent, agent.agent], [{ standing: true, agents: true }, "ada"])
    }))

  it.effect("a standing consent ends at its time, whenever the key was read", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* sql`update standing_consents set expires_at = now() + interval '1 second' where verb = 'pay' and amount_cap is not null`
      const paid = Effect.gen(function*() {
        const now = yield* pay("acme", { amount: 3 })
        assert.strictEqual(now.status, 200, now.text)
        return (yield* lastReceipt).consent
      })
      const { expires_at } = yield* eventually(paid, (consent) => consent.expires_at !== undefined, goal(1_000))
      assert.match(expires_at, /^\d{4}-\d\d-\d\dT/)
      const late = Effect.sync(() => Date.now() - Date.parse(expires_at))
      yield* eventually(late, (by) => by > 0)
      assert.strictEqual((yield* pay("acme", { amount: 3 })).status, 428)
    }))
})
