import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { goal } from "../support/goals.ts"
import { at, TestServer, SecondServer, json, send } from "../support/test-server.ts"
import { OwnerSql } from "../support/database.ts"
import { audited, login, withToken } from "./signing.ts"

const refresh = (refresh_token: string) => send("/auth/refresh", { method: "POST", ...json({ refresh_token }) })

const useless = "This refresh token is not good, or no longer: sign in again."

const opens = (tokens: { readonly access_token: string }) =>
  Effect.map(send("/crm/contacts?limit=1", { headers: withToken(tokens) }), ({ status }) => status)

layer(TestServer, { excludeTestServices: true })("a refresh token", (it) => {
  it.effect("is good once, for tokens of the same session", () =>
    Effect.gen(function*() {
      const first = yield* login("owner")
      const { json: second, status } = yield* refresh(first.refresh_token)
      assert.strictEqual(status, 200)
      assert.deepInclude(second, { session_id: first.session_id, session_expires_at: first.session_expires_at, token_type: "Bearer", expires_in: 900 })
      assert.deepStrictEqual(second.user, first.user)
      assert.notStrictEqual(second.refresh_token, first.refresh_token)
      assert.deepStrictEqual([yield* opens(first), yield* opens(second)], [200, 200])
      const { json: third } = yield* refresh(second.refresh_token)
      assert.strictEqual(yield* opens(third), 200)
    }))

  it.effect("that comes a second time ends its session, on every process, and tells the audit from where", () =>
    Effect.gen(function*() {
      const beside = yield* Layer.build(SecondServer())
      const first = yield* login("admin")
      const other = yield* login("admin")
      const { json: second } = yield* refresh(first.refresh_token)
      assert.strictEqual(yield* at(beside, opens(second)), 200)

      const again = yield* refresh(first.refresh_token)
      assert.deepStrictEqual([again.status, again.json.code, again.json.message], [401, "unauthorized", useless])
      assert.isNotNull(again.headers.get("www-authenticate"))
      const began = performance.now()
      while (((yield* at(beside, opens(second))) === 200 || (yield* opens(second)) === 200) && performance.now() - began < goal(1_000)) yield* Effect.sleep("10 millis")
      assert.isBelow(performance.now() - began, goal(1_000))
      assert.deepStrictEqual([yield* opens(first), yield* opens(second), yield* at(beside, opens(first))], [401, 401, 401])
      assert.strictEqual((yield* refresh(second.refresh_token)).status, 401)
      assert.strictEqual(yield* opens(other), 200)

      yield* refresh(first.refresh_token)
      const told = (yield* audited("refresh_token_reused", 1)).filter(({ key_id }) => key_id === first.session_id)
      assert.lengthOf(told, 1)
      assert.deepInclude(told[0]!, { company_id: 1, audit: true })
      assert.match(told[0]!.changes[0].after.address, /127\.0\.0\.1|::1/)
      assert.notInclude(JSON.stringify(told), first.refresh_token)
    }))

  it.effect("has one taker among fifty at once", () =>
    Effect.gen(function*() {
      const { refresh_token } = yield* login("member")
      const all = yield* Effect.all(Array.from({ length: 50 }, () => refresh(refresh_token)), { concurrency: 50 })
      assert.lengthOf(all.filter(({ status }) => status === 200), 1)
      assert.lengthOf(all.filter(({ status }) => status === 401), 49)
    }))

  it.effect("is no good in one wording, whatever is wrong with it", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const revoked = yield* login("viewer")
      yield* send("/auth/logout", { method: "POST", headers: withToken(revoked) })
      const expired = yield* login("viewer")
      yield* sql`update api_keys set expires_at = now() where id = ${expired.session_id}`
      const removed = yield* login("starterOwner")
      yield* sql`update users set removed_at = now() where id = ${removed.user.id}`
      for (const token of [revoked.refresh_token, expired.refresh_token, removed.refresh_token, "rft_unknown", removed.access_token.slice(0, 200), " "]) {
        const { json: no, status } = yield* refresh(token)
        assert.deepStrictEqual([status, no.code, no.message], [401, "unauthorized", useless], token)
      }
      while ((yield* opens(removed)) !== 401) yield* Effect.sleep("10 millis")
    }))
})
