import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { CONNECTOR_PATH } from "#src/oauth/paths"
import { OwnerSql } from "../support/database.ts"
import { goal } from "../support/goals.ts"
import { at, TestServer, SecondServer, TestServerWith, secrets, send, type Sent } from "../support/test-server.ts"
import { modernRequest } from "../mcp/asking.ts"
import { ask, baseOf, connect, grantable, type TestGrant } from "./grants.ts"
import { within1s } from "../support/within.ts"

const { body, headers } = modernRequest("tools/list")

const listTools = (more: Record<string, string>) =>
  send(CONNECTOR_PATH, { method: "POST", headers: { ...headers, ...more }, body: JSON.stringify(body) })

const isChallenge = (sent: Sent, base: string, what: string) => {
  assert.strictEqual(sent.status, 401, `${what}: ${sent.text}`)
  const challenge = sent.headers.get("www-authenticate")!
  assert.include(challenge, `Bearer resource_metadata="${base}/.well-known/oauth-protected-resource/api/mcp/connector"`, what)
  assert.include(challenge, `, scope="crm:read crm:write payments:read `, what)
  assert.notMatch(challenge, /consents:approve|audit:write/u, what)
  assert.strictEqual(sent.json.jsonrpc, "2.0", what)
  assert.isNull(sent.json.id, what)
  assert.match(sent.headers.get("x-request-id")!, /./, what)
  assert.strictEqual(sent.headers.get("cache-control"), "no-store", what)
  return challenge
}

const update = Effect.fnUntraced(function*({ company_id, key_id }: TestGrant, what: "revoked" | "expired" | "removed") {
  const sql = yield* OwnerSql
  if (what === "removed") {
    yield* sql`update users set removed_at = now() from api_keys k where k.company_id = ${company_id} and k.id = ${key_id}
      and users.company_id = k.company_id and users.id = k.user_id`
  } else if (what === "revoked") yield* sql`update api_keys set revoked_at = now() where company_id = ${company_id} and id = ${key_id}`
  else yield* sql`update api_keys set expires_at = now() where company_id = ${company_id} and id = ${key_id}`
}, Effect.orDie)

const statusOf = (held: TestGrant) => Effect.map(ask(held, "tools/list"), ({ status }) => status)

layer(TestServer, { excludeTestServices: true })("who may ask the connector", (it) => {
  it.effect("is told where to get a token, whatever is wrong with the one that came", () =>
    Effect.gen(function*() {
      const base = yield* baseOf
      assert.notInclude(isChallenge(yield* listTools({}), base, "none"), "error=")
      const elsewhere = yield* connect({ person: "owner", scopes: grantable, resource: `${base}/api/other` })
      const late = yield* connect({ person: "owner", scopes: grantable, lasts: -1 })
      const wrong: ReadonlyArray<readonly [string, string]> = [
        ["another scheme", "Basic YTpi"], ["no token", "Bearer "], ["two tokens", "Bearer a b"], ["malformed", "Bearer x"],
        ["unknown", `Bearer ${"A".repeat(43)}`], ["for another resource", `Bearer ${elsewhere.token}`],
        ["expired", `Bearer ${late.token}`], ["an API key", `Bearer ${secrets.acme}`], ["a session's", `Bearer ${secrets.owner}`],
        ["long", `Bearer ${"A".repeat(8_000)}`], ["with quotes", "Bearer \"a\\\""]
      ]
      for (const [what, authorization] of wrong) {
        assert.include(isChallenge(yield* listTools({ authorization }), base, what), "error=\"invalid_token\"", what)
      }
      for (const what of ["revoked", "expired", "removed"] as const) {
        const held = yield* connect({ person: what === "removed" ? "member" : "admin", scopes: grantable })
        assert.strictEqual(yield* statusOf(held), 200, what)
        yield* update(held, what)
        yield* within1s(401, statusOf(held))
        isChallenge(yield* ask(held, "tools/list"), base, what)
      }
      for (const method of ["GET", "DELETE"]) isChallenge(yield* send(CONNECTOR_PATH, { method }), base, method)
    }))

  it.effect("is told with which methods", () =>
    Effect.gen(function*() {
      for (const method of ["PUT", "PATCH"]) {
        const sent = yield* send(CONNECTOR_PATH, { method })
        assert.strictEqual(sent.status, 405, method)
        assert.strictEqual(sent.headers.get("allow"), "OPTIONS, GET, POST, DELETE")
      }
      assert.strictEqual((yield* send(CONNECTOR_PATH, { method: "OPTIONS" })).status, 204)
    }))

  it.effect("may be asked by a page of any site, as the token endpoint may, and tells it nothing without a token", () =>
    Effect.gen(function*() {
      const held = yield* connect({ person: "owner", scopes: grantable })
      const origin = "https://inspector.example"
      const sent = yield* listTools({ authorization: `Bearer ${held.token}`, origin })
      assert.deepStrictEqual([sent.status, sent.headers.get("access-control-allow-origin")], [200, "*"])
      const without = yield* listTools({ origin })
      assert.deepStrictEqual([without.status, without.headers.get("access-control-allow-origin")], [401, "*"])
      assert.include(without.headers.get("access-control-expose-headers"), "WWW-Authenticate")
      const preflight = yield* send(CONNECTOR_PATH, { method: "OPTIONS", headers: { origin, "access-control-request-method": "POST" } })
      assert.deepStrictEqual([preflight.headers.get("access-control-allow-origin"), preflight.headers.get("access-control-allow-methods")],
        [origin, "OPTIONS, GET, POST, DELETE"])
    }))

  it.effect("is refused within a second on another server", () =>
    Effect.gen(function*() {
      const beside = yield* Layer.build(SecondServer())
      const base = yield* at(beside, baseOf)
      const held = yield* connect({ person: "owner", scopes: grantable, resource: `${base}${CONNECTOR_PATH}` })
      assert.strictEqual(yield* at(beside, statusOf(held)), 200)
      yield* update(held, "revoked")
      const from = Date.now()
      while ((yield* at(beside, statusOf(held))) === 200) assert.isBelow(Date.now() - from, goal(1_000))
      isChallenge(yield* at(beside, ask(held, "tools/list")), base, "revoked")
    }))
})

layer(TestServerWith({ companyRateLimit: 3 }), { excludeTestServices: true })("the rate of a company", (it) => {
  it.effect("counts each request of its connections once, with those of its keys", () =>
    Effect.gen(function*() {
      const held = yield* connect({ person: "owner", scopes: grantable })
      const other = yield* connect({ person: "admin", scopes: grantable })
      const [first, second] = [yield* ask(held, "tools/list"), yield* ask(other, "tools/call", { name: "list_contacts", arguments: {} })]
      assert.strictEqual(first.headers.get("x-ratelimit-remaining"), "2")
      assert.strictEqual(second.headers.get("x-ratelimit-remaining"), "1")
      assert.strictEqual((yield* send("/crm/contacts", { key: "acme" })).headers.get("x-ratelimit-remaining"), "0")
      const sent = yield* ask(held, "tools/list")
      assert.strictEqual(sent.status, 429)
      assert.match(sent.headers.get("retry-after")!, /^\d+$/)
      assert.strictEqual(sent.json.error.code, -32_003)
    }))
})
