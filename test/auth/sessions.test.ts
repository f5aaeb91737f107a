import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { OwnerSql } from "../support/database.ts"
import { goal } from "../support/goals.ts"
import { at, TestServer, SecondServer, json, type Key, send } from "../support/test-server.ts"
import { audited, login, provedNow, withToken } from "./signing.ts"

const opens = (tokens: { readonly access_token: string }) =>
  Effect.map(send("/crm/contacts?limit=1", { headers: withToken(tokens) }), ({ status }) => status)

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"

/** Milliseconds until something is seen; at most five seconds. */
const until = Effect.fnUntraced(function*<A, R>(look: Effect.Effect<A, never, R>, is: (seen: A) => boolean) {
  const began = performance.now()
  while (!is(yield* look) && performance.now() - began < goal(1_000)) yield* Effect.sleep("10 millis")
  return performance.now() - began
})

/** It opens nothing, at the latest a second after it was ended. */
const isOver = Effect.fnUntraced(function*(tokens: { readonly access_token: string }) {
  assert.isBelow(yield* until(opens(tokens), (status) => status === 401), goal(1_000))
})

layer(TestServer, { excludeTestServices: true })("sessions", (it) => {
  const end = (id: number, key: Key) => send(`/auth/sessions/${id}`, { method: "DELETE", key })

  it.effect("are listed for their owner alone, by what began them", () =>
    Effect.gen(function*() {
      const sent = yield* send("/auth/login", {
        method: "POST",
        ...json({ email: "member@team.example", password: "correct horse battery staple", mode: "test" }),
        headers: { "user-agent": firefox }
      })
      const headers = withToken(sent.json)
      const { json: { items, total } } = yield* send("/auth/sessions", { headers })
      assert.strictEqual(total, 2)
      const { created_at, expires_at, ...first } = items[0]
      assert.deepStrictEqual(first, {
        id: sent.json.session_id, label: "Firefox on Linux", mode: "test", user_agent: firefox, address: "127.0.0.1", current: true, last_used_at: null
      })
      assert.deepInclude(items[1], { label: "member", current: false })
      const others = yield* send("/auth/sessions", { key: "admin" })
      assert.notInclude(JSON.stringify(others.json), "Firefox")
      assert.strictEqual((yield* send("/auth/sessions", { key: "acme" })).status, 403)
    }))

  it.effect("end when they sign out; a key has none to end", () =>
    Effect.gen(function*() {
      const tokens = yield* login("member")
      const done = yield* send("/auth/logout", { method: "POST", headers: withToken(tokens) })
      assert.deepStrictEqual([done.status, done.json], [200, { id: tokens.session_id, ended: true }])
      yield* isOver(tokens)
      const after = yield* send("/auth/logout", { method: "POST", headers: withToken(tokens) })
      assert.deepStrictEqual([after.status, after.json.message], [401, "This session was ended."])
      const receipt = (yield* audited("logout", 1)).find(({ key_id }) => key_id === tokens.session_id)
      assert.deepInclude(receipt!, { audit: true })
      assert.deepInclude(receipt!.changes[0].after, { revoked: true })
      const key = yield* send("/auth/logout", { method: "POST", key: "acme" })
      assert.deepStrictEqual([key.status, key.json.code], [403, "forbidden"])
      assert.include(key.json.message, "an API key or a tool client has none")
    }))

  it.effect("are ended by their owner, and by who manages members; a member learns nothing of others'", () =>
    Effect.gen(function*() {
      const mine = yield* login("viewer")
      assert.strictEqual((yield* end(mine.session_id, "member")).status, 404)
      assert.strictEqual((yield* end(mine.session_id, "boltOwner")).status, 404)
      assert.strictEqual(yield* opens(mine), 200)
      assert.deepStrictEqual((yield* end(mine.session_id, "viewer")).json, { id: mine.session_id, ended: true })
      yield* isOver(mine)
      assert.strictEqual((yield* end(mine.session_id, "viewer")).status, 404)

      const theirs = yield* login("viewer")
      assert.strictEqual((yield* end(theirs.session_id, "admin")).status, 200)
      const owners = yield* login("owner")
      const refused = yield* end(owners.session_id, "admin")
      assert.deepStrictEqual([refused.status, refused.json.message], [403, "Only an owner ends the session of an owner."])
      assert.strictEqual((yield* end(owners.session_id, "owner")).status, 200)
      const key = yield* send("/auth/api-keys?limit=1", { key: "owner" })
      assert.strictEqual((yield* end(key.json.items[0].id, "owner")).status, 404)
    }))

  it.effect("all others of one person end at once, once that person has proved who they are", () =>
    Effect.gen(function*() {
      const all = [yield* login("admin"), yield* login("admin"), yield* login("admin")] as const
      const asked = send("/auth/sessions", { method: "DELETE", headers: withToken(all[0]) })
      yield* (yield* OwnerSql)`update sessions set stepped_up_at = now() - interval '10 minutes' where key_id = ${all[0].session_id}`
      const refused = yield* asked
      assert.deepStrictEqual([refused.status, refused.json.code], [403, "step_up_required"])
      yield* provedNow(all[0])
      const done = yield* asked
      assert.deepStrictEqual([done.status, done.json], [200, { ended: 3 }])
      yield* isOver(all[1])
      assert.deepStrictEqual([yield* opens(all[0]), yield* opens(all[2])], [200, 401])
      assert.strictEqual((yield* send("/auth/sessions", { key: "owner" })).status, 200)
      assert.deepStrictEqual((yield* asked).json, { ended: 0 })
    }))

  it.effect("that were ended, and people whose part changed, are known within a second on another process", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const beside = yield* Layer.build(SecondServer())
      const ended = yield* login("member")
      assert.strictEqual(yield* at(beside, opens(ended)), 200)
      yield* end(ended.session_id, "member")
      assert.isBelow(yield* until(at(beside, opens(ended)), (status) => status === 401), goal(1_000))

      const changed = yield* login("member")
      const write = Effect.map(
        at(beside, send("/crm/contacts", { method: "POST", ...json({ first_name: "A" }), headers: withToken(changed) })),
        ({ status }) => status
      )
      assert.strictEqual(yield* write, 201)
      yield* sql`update users set role = 'viewer' where id = ${changed.user.id}`
      assert.isBelow(yield* until(write, (status) => status === 403), goal(1_000))
      assert.strictEqual(yield* at(beside, opens(changed)), 200)
      yield* sql`update users set removed_at = now() where id = ${changed.user.id}`
      assert.isBelow(yield* until(at(beside, opens(changed)), (status) => status === 401), goal(1_000))
      const gone = yield* at(beside, send("/crm/contacts", { headers: withToken(changed) }))
      assert.strictEqual(gone.json.message, "This session was ended.")
    }))
})
