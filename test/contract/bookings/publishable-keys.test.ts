import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { OwnerSql } from "../../support/database.ts"
import { at, json, SecondServer, secrets, send } from "../../support/test-server.ts"
import { within1s } from "../../support/within.ts"
import { agreed, by, person } from "../../auth/people.ts"
import { bearer } from "../probe.ts"
import { documentOf } from "#src/surfaces/openapi/document"
import { Api, Server } from "./server.ts"
import { publishable } from "./visiting.ts"

const SHOP = "https://shop.example"
const make = (body: object) => ({ method: "POST", ...json({ label: "Shop", mode: "live", allowed_origins: [SHOP], ...body }) })

layer(Server(), { excludeTestServices: true })("a publishable key", (it) => {
  it.effect("is made and revoked by an admin, kept as a hash, and ends within a second on every process", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const ada = yield* person("admin")
      const sent = yield* by(ada, "/auth/publishable-keys", make({ allowed_origins: ["HTTPS://Shop.Example", "http://localhost:3000"] }))
      assert.strictEqual(sent.status, 201, sent.text)
      const { key, ...shown } = sent.json
      assert.match(key, /^pk_service_live_[0-9A-Za-z]{46}$/)
      assert.deepInclude(shown, { mode: "live", allowed_origins: [SHOP, "http://localhost:3000"], revoked_at: null, prefix: key.slice(0, 20) })
      const [kept] = yield* sql<{ n: number }>`
        select (select count(*) from api_keys k where k::text like ${`%${key}%`}) + (select count(*) from receipts r where r::text like ${`%${key}%`})
          + (select count(*) from events e where e::text like ${`%${key}%`}) as n`
      assert.strictEqual(kept!.n, 0)
      assert.deepStrictEqual((yield* by(ada, "/auth/publishable-keys")).json.items[0], shown)
      assert.notInclude((yield* by(ada, "/auth/api-keys?limit=200")).text, shown.prefix)

      const beside = yield* Layer.build(SecondServer())
      const here = Effect.map(send("/bookings", { headers: bearer(key) }), ({ status }) => status)
      const there = Effect.map(at(beside, send("/crm/contacts", { headers: bearer(key) })), ({ status }) => status)
      assert.deepStrictEqual([yield* here, yield* there], [200, 403])
      const revoked = yield* agreed(ada, `/auth/publishable-keys/${shown.id}`, { method: "DELETE" })
      assert.strictEqual(revoked.status, 200, revoked.text)
      yield* within1s(401, here)
      yield* within1s(401, there)
      assert.isNotNull((yield* by(ada, "/auth/publishable-keys")).json.items[0].revoked_at)
      const told = yield* sql<{ kind: string }>`select kind from events where kind like 'publishable_key.%'
        and data->'object'->>'id' = ${String(shown.id)} order by id`
      assert.deepStrictEqual(told.map(({ kind }) => kind), ["publishable_key.created", "publishable_key.revoked"])
    }))

  it.effect("takes origins as browsers send them, and nothing else", () =>
    Effect.gen(function*() {
      const ada = yield* person("admin")
      for (const origin of ["*", "shop.example", "https://shop.example/", "https://shop.example/x", "https://shop.example:443", "https://u@shop.example", "null", "ftp://shop.example", "https://*.example", ""]) {
        const sent = yield* by(ada, "/auth/publishable-keys", make({ allowed_origins: [origin] }))
        assert.deepStrictEqual([sent.status, sent.json.details?.[0]?.field], [422, "allowed_origins[0]"], `${origin} ${sent.text}`)
      }
      const member = yield* person("member")
      assert.strictEqual((yield* by(member, "/auth/publishable-keys", make({}))).status, 403)
      assert.strictEqual((yield* send("/auth/publishable-keys", { key: "acme", ...make({}) })).status, 403)
    }))

  it.effect("is refused where a secret key belongs, and a secret key where it belongs, in words that say so", () =>
    Effect.gen(function*() {
      const { headers } = yield* publishable("acme", "live")
      for (const path of ["/crm/contacts", "/auth/me", "/auth/api-keys", "/company/settings", "/agent/receipts"]) {
        const { json: error, status } = yield* send(path, { headers })
        assert.strictEqual(status, 403, path)
        assert.include(error.message, "This is a publishable key")
        assert.include(error.message, "secret API key")
      }
      const swapped = yield* send("/bookings", { method: "POST", key: "acme", ...json({ name: "x" }) })
      assert.strictEqual(swapped.status, 403)
      assert.include(swapped.json.message, "a secret API key belongs on servers only")
      const wrong = yield* send("/crm/contacts", { headers: bearer(secrets.acme.replace("sk_", "pk_")) })
      assert.deepStrictEqual([wrong.status, wrong.json.message], [401, "This API key is malformed: check that it was copied whole."])
    }))

  it.effect("lets pages of its origins read answers, and those of others not even try with effect", () =>
    Effect.gen(function*() {
      const { headers } = yield* publishable("acme", "live", [SHOP])
      const preflight = yield* send("/bookings", { method: "OPTIONS", headers: { origin: SHOP, "access-control-request-method": "POST" } })
      assert.strictEqual(preflight.status, 204)
      assert.strictEqual(preflight.headers.get("access-control-allow-origin"), SHOP)
      assert.include(preflight.headers.get("access-control-allow-headers"), "X-Service-Visitor")
      assert.strictEqual(preflight.headers.get("access-control-allow-methods"), "GET, POST")
      for (const [path, init] of [["/bookings", {}], ["/bookings", { method: "POST", ...json({ name: "Haircut" }) }], ["/bookings", { method: "POST", ...json({}) }]] as const) {
        const sent = yield* send(path, { ...init, headers: { ...headers, origin: SHOP } })
        assert.strictEqual(sent.headers.get("access-control-allow-origin"), SHOP)
        assert.include(sent.headers.get("access-control-expose-headers"), "X-Service-Visitor")
        assert.strictEqual(sent.headers.get("vary"), "Origin")
        const evil = yield* send(path, { ...init, headers: { ...headers, origin: "https://evil.example" } })
        assert.deepStrictEqual([evil.status, evil.headers.get("access-control-allow-origin")], [403, null])
      }
      const closed = yield* send("/crm/contacts", { method: "OPTIONS", headers: { origin: SHOP, "access-control-request-method": "GET" } })
      assert.isNull(closed.headers.get("access-control-allow-origin"))
    }))

  it("is documented where it opens something", () => {
    const { components, paths } = documentOf(Api, "/")
    const of = (path: string, method: string) => paths[`/api/v1${path}`]![method]!
    assert.deepStrictEqual(of("/bookings", "get").security, [{ apiKey: ["calendar:read"] }, { publishableKey: [] }])
    assert.deepStrictEqual(of("/bookings", "post").security, [{ publishableKey: [] }, {}])
    assert.deepStrictEqual(of("/bookings/own/{token}", "get").security, [{}])
    assert.include(JSON.stringify(of("/bookings", "post").parameters), "#/components/parameters/Visitor")
    assert.deepStrictEqual(of("/bookings", "post")["x-operation"]["visitors"], ["publishable_key", "host"])
    assert.deepInclude(components.securitySchemes["publishableKey"], { type: "http", scheme: "bearer" })
    assert.includeMembers(Object.keys(of("/bookings", "post").responses), ["401", "403", "404", "409", "429"])
  })
})
