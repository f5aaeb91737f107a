import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Latch } from "effect"
import { hashOf } from "#layers/auth/api-keys"
import { checksums } from "../support/checksums.ts"
import { OwnerSql } from "../support/database.ts"
import { eventually } from "../support/eventually.ts"
import { goal } from "../support/goals.ts"
import { TestServer, json, keys, secrets, send } from "../support/test-server.ts"
import { settled } from "../support/journal.ts"
import { approve, contact, execute, get, preview, propose, remove, stateOf, toldOf } from "./consent-calls.ts"

/** Waits until the engine has nothing to do but to wait, and the journal is sealed. */
const quiet = Effect.gen(function*() {
  const sql = yield* OwnerSql
  yield* settled
  for (let busy = 1; busy > 0;) {
    yield* Effect.sleep("50 millis")
    const [row] = yield* sql<{ n: number }>`
      select (select count(*) from workflow_runs where status in ('queued', 'running')) + (select count(*) from workflow_signals) as n`
    busy = row!.n
  }
}).pipe(Effect.timeout("90 seconds"), Effect.orDie)

layer(TestServer, { excludeTestServices: true })("a preview", (it) => {
  it.effect("leaves no trace: every table is the same before and after", () =>
    Effect.gen(function*() {
      const id = yield* contact()
      const { json: deal } = yield* send("/crm/deals", { key: "acme", method: "POST", ...json({ title: "D", amount: 100, contact_id: id }) })
      const { json: asked } = yield* send(`/crm/deals/${deal.id}`, { key: "cautious", method: "DELETE" })
      const consents = [yield* propose(id), asked.consent]
      yield* quiet
      const before = yield* checksums
      assert.isAbove(Object.keys(before).length, 20)
      for (const consent of consents) assert.strictEqual((yield* preview(consent.id)).json.changes.length, 1)
      const { ["public.consents"]: _, ...first } = yield* checksums
      const { ["public.consents"]: __, ...untouched } = before
      assert.deepStrictEqual(first, untouched, "the first look is noted on the consent, and nowhere else")

      const noted = yield* checksums
      for (const consent of consents) {
        for (let n = 0; n < 3; n++) assert.strictEqual((yield* preview(consent.id)).status, 200)
      }
      assert.deepStrictEqual(yield* checksums, noted)
      assert.deepStrictEqual(yield* toldOf(consents[0].id), ["consent.requested"])
    }))

  it.effect("that was looked at is a step, by whom and when, taken once", () =>
    Effect.gen(function*() {
      const consent = yield* propose(yield* contact())
      yield* preview(consent.id)
      const { json: seen } = yield* get(consent.id)
      yield* preview(consent.id, "cautious")
      assert.deepStrictEqual((yield* get(consent.id)).json, seen)
      assert.deepStrictEqual(seen.steps.map(({ state }: any) => state), ["proposed", "previewed"])
      yield* approve(consent.id)
      assert.strictEqual((yield* preview(consent.id)).status, 200)
      assert.strictEqual(yield* stateOf(consent.id), "approved")
    }))

  it.effect("says how the call would be refused", () =>
    Effect.gen(function*() {
      const id = yield* contact()
      const consent = yield* propose(id)
      yield* remove(id, "acme")
      const { json: shown, status } = yield* preview(consent.id)
      assert.strictEqual(status, 200)
      assert.deepInclude(shown, {
        changes: [], money: [], effects: [], refusal: { status: 404, code: "not_found", message: "There is no such contact." }
      })
    }))

  it.effect("shows what is, not what was when somebody asked", () =>
    Effect.gen(function*() {
      const id = yield* contact()
      const consent = yield* propose(id)
      yield* send(`/crm/contacts/${id}`, { key: "acme", method: "PATCH", ...json({ notes: "new" }) })
      assert.deepInclude((yield* preview(consent.id)).json.changes[0].before, { notes: "new" })
    }))

  it.effect("is made as the key that asked: when that opens nothing any more, it says so", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const consent = yield* propose(yield* contact("bolt"), "cautiousBolt")
      yield* sql`update api_keys set revoked_at = now() where hash = ${hashOf(secrets.cautiousBolt)}`
      const { json: shown } = yield* preview(consent.id, "bolt")
      assert.deepInclude(shown.refusal, { status: 401, code: "unauthorized" })
      yield* sql`update api_keys set revoked_at = null where hash = ${hashOf(secrets.cautiousBolt)}`
    }))

  it.effect("does not wait long for records that others hold, and holds none itself", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const id = yield* contact()
      const consent = yield* propose(id)
      const held = yield* Latch.make()
      const enough = yield* Latch.make()
      const holder = yield* Effect.forkChild(sql.withTransaction(Effect.gen(function*() {
        yield* sql`select id from contacts where id = ${id} for update`
        yield* held.open
        yield* enough.await
      })))
      yield* held.await
      const begun = performance.now()
      const busy = yield* preview(consent.id)
      assert.deepStrictEqual([busy.status, busy.json.code, busy.headers.get("retry-after")], [503, "unavailable", "1"])
      assert.isBelow(performance.now() - begun, goal(3_000))
      yield* enough.open
      yield* Fiber.join(holder)
      assert.strictEqual((yield* preview(consent.id)).status, 200)
      /* Background jobs have transactions of their own, which end within moments; one that the preview left open would stay. */
      yield* eventually(sql<{ n: number }>`
        select count(*) as n from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`, ([row]) => row!.n === 0, 1_000)
    }))

  it.effect("ten at once, beside the call itself: each sees it whole or not at all", () =>
    Effect.gen(function*() {
      const id = yield* contact()
      const consent = yield* propose(id)
      const { json: { confirmation } } = yield* approve(consent.id)
      const [done, ...shown] = yield* Effect.all(
        [execute(id, confirmation), ...Array.from({ length: 10 }, () => preview(consent.id))], { concurrency: "unbounded" }
      )
      assert.strictEqual(done.status, 200)
      for (const { json, status, text } of shown) {
        if (status === 200) assert.strictEqual(json.changes.length === 1, json.refusal === null)
        else assert.strictEqual(status, 409, text)
      }
    }))

  it.effect("needs no more than to read what agents do", () =>
    Effect.gen(function*() {
      const consent = yield* propose(yield* contact())
      assert.strictEqual((yield* preview(consent.id, "scopeless")).status, 403)
      assert.strictEqual(keys.scopeless.scopes.length, 0)
    }))
})
