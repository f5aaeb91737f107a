import { assert, layer } from "@effect/vitest"
import { vi } from "vitest"
import { Effect, Layer } from "effect"
import { FindMyWay } from "effect/http"
import { ApiKeys } from "#layers/auth/api-keys"
import { RateLimits } from "#layers/kernel/limits/rate-limits"
import { HttpApp } from "#src/api"
import { TestServerWith, json, secrets, send } from "../support/test-server.ts"

const counts = { matched: 0, authenticated: 0, counted: 0 }

/** The real services, each call of which is counted. */
const Counted = Layer.merge(
  Layer.effect(ApiKeys, Effect.map(ApiKeys, (keys) =>
    ApiKeys.of({
      ...keys,
      recall: (key, address, now) => {
        counts.authenticated++
        return keys.recall(key, address, now)
      }
    }))),
  Layer.effect(RateLimits, Effect.map(RateLimits, ({ take, takeNow }) =>
    RateLimits.of({
      take: (key, limit) => {
        counts.counted++
        return take(key, limit)
      },
      takeNow: takeNow && ((key, limit) => {
        counts.counted++
        return takeNow(key, limit)
      })
    })))
)

/** The body as it is sent, which no other test and no library would parse. */
const text = JSON.stringify({ first_name: "Once", last_name: "Parsed by a marker of its own" })

layer(TestServerWith({}, [], HttpApp.pipe(Layer.provide(Counted)) as typeof HttpApp), { excludeTestServices: true })("POST /crm/contacts", (it) => {
  it.effect("is matched once, authenticated once, rate-limited once, and its body parsed once", () =>
    Effect.gen(function*() {
      /* A key is remembered from its first use on. */
      assert.strictEqual((yield* send("/crm/contacts", { method: "POST", key: "acme", ...json({ first_name: "A", last_name: "B" }) })).status, 201)

      const find = vi.spyOn(Object.getPrototypeOf(FindMyWay.make()) as Pick<FindMyWay.Router<unknown>, "find">, "find")
      const parse = vi.spyOn(JSON, "parse")
      Object.assign(counts, { authenticated: 0, counted: 0 })
      const { status } = yield* send("/crm/contacts", {
        method: "POST", key: "acme", body: text, headers: { "idempotency-key": "once-1" }
      })
      const parsed = parse.mock.calls.filter(([given]) => String(given) === text).length
      counts.matched = find.mock.calls.length
      find.mockRestore()
      parse.mockRestore()

      assert.strictEqual(status, 201)
      assert.deepStrictEqual({ ...counts, parsed }, { matched: 1, authenticated: 1, counted: 1, parsed: 1 })
    }))

  it.effect("is refused in the same way: matched once, authenticated once, counted once, its body never parsed", () =>
    Effect.gen(function*() {
      const find = vi.spyOn(Object.getPrototypeOf(FindMyWay.make()) as Pick<FindMyWay.Router<unknown>, "find">, "find")
      const parse = vi.spyOn(JSON, "parse")
      Object.assign(counts, { authenticated: 0, counted: 0 })
      const { status } = yield* send("/crm/contacts", { method: "POST", body: text, headers: { authorization: `Bearer ${secrets.revoked}` } })
      const parsed = parse.mock.calls.filter(([given]) => String(given) === text).length
      counts.matched = find.mock.calls.length
      find.mockRestore()
      parse.mockRestore()

      assert.strictEqual(status, 401)
      assert.deepStrictEqual({ ...counts, parsed }, { matched: 1, authenticated: 1, counted: 1, parsed: 0 })
    }))
})
