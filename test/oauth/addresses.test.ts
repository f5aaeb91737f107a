import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { scopes } from "#schemas/kernel/tenancy"
import { catalog } from "../contract/examples.ts"
import { TestServer, TestServerWith } from "../support/test-server.ts"
import { form, REDIRECT, register } from "./client.ts"

const ask = (base: string, path: string, init: RequestInit = {}) =>
  Effect.promise(async () => {
    const response = await fetch(base + path, { redirect: "manual", ...init })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text }
  })

const here = HttpServer.addressFormattedWith(Effect.succeed)

/** What an operation takes, and a tool client may be given. */
const existing = scopes.filter((scope) => scope !== "consents:approve" && catalog.some(({ access }) => access === scope))

const isProper = (headers: Headers) => {
  for (const name of ["x-request-id", "x-ratelimit-limit", "x-ratelimit-remaining", "ratelimit", "content-security-policy", "cache-control"]) {
    assert.match(headers.get(name) ?? "", /./, name)
  }
  assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
}

layer(TestServer, { excludeTestServices: true })("addresses of the authorization server", (it) => {
  it.effect("are told to clients wherever they look for them", () =>
    Effect.gen(function*() {
      const base = yield* here
      const paths = [
        "/.well-known/oauth-authorization-server", "/.well-known/oauth-authorization-server/api/mcp/connector"
      ]
      for (const path of paths) {
        const { headers, status, text } = yield* ask(base, path, { headers: { origin: "https://app.example" } })
        assert.strictEqual(status, 200, path)
        isProper(headers)
        assert.strictEqual(headers.get("cache-control"), "no-store", "the host of the request chooses what it names")
        assert.include(headers.get("vary")?.toLowerCase(), "host")
        assert.strictEqual(headers.get("access-control-allow-origin"), "*")
        const told = JSON.parse(text)
        assert.strictEqual(told.issuer, base)
        assert.deepStrictEqual(told.code_challenge_methods_supported, ["S256"])
        assert.deepStrictEqual(told.grant_types_supported, ["authorization_code", "refresh_token"])
        assert.deepStrictEqual(told.scopes_supported, [...existing, "offline_access"])
        for (const [name, address] of Object.entries(told)) if (name.endsWith("_endpoint")) assert.isTrue(String(address).startsWith(`${base}/oauth/`), name)
      }
      for (const path of ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/api/mcp/connector"]) {
        const told = JSON.parse((yield* ask(base, path)).text)
        assert.deepInclude(told, { resource: `${base}/api/mcp/connector`, authorization_servers: [base], bearer_methods_supported: ["header"], scopes_supported: existing })
      }
      /* No ID tokens are given, so no document of OpenID Connect may say so. */
      for (const path of ["/.well-known/openid-configuration", "/.well-known/openid-configuration/api/mcp/connector", "/api/mcp/connector/.well-known/openid-configuration"]) {
        assert.strictEqual((yield* ask(base, path)).status, 404, path)
      }
    }))

  it.effect("answer what they answer to, and say so", () =>
    Effect.gen(function*() {
      const base = yield* here
      for (const [path, method] of [["/oauth/token", "GET"], ["/oauth/register", "PUT"], ["/oauth/authorize", "POST"], ["/oauth/revoke", "DELETE"]] as const) {
        const { headers, status, text } = yield* ask(base, path, { method })
        assert.strictEqual(status, 405, path)
        assert.match(headers.get("allow")!, /OPTIONS/)
        assert.strictEqual(JSON.parse(text).error, "invalid_request")
        isProper(headers)
      }
      for (const path of ["/oauth/", "/oauth/token/", "/oauth/authorize/"]) {
        for (const method of ["GET", "POST"]) {
          const { headers, status } = yield* ask(base, path, { method })
          assert.deepStrictEqual([status, headers.get("location")], [308, path.slice(0, -1)], `${method} ${path}`)
        }
      }
      for (const path of ["/oauth", "/oauth/jwks", "/session/end/confirm", "/session/end", "/oauth/register/x", "/interaction/x", "/oauth/Token"]) {
        for (const method of ["GET", "POST"]) assert.strictEqual((yield* ask(base, path, { method })).status, 404, `${method} ${path}`)
      }
      const options = yield* ask(base, "/oauth/token", { method: "OPTIONS" })
      assert.strictEqual(options.status, 204)
      assert.strictEqual(options.headers.get("access-control-allow-methods"), "POST")
      for (const path of ["/oauth/token", "/oauth/revoke", "/oauth/introspect"]) {
        const { headers, json, status } = yield* form(base, path, {})
        assert.strictEqual(status, 400, path)
        assert.strictEqual(json.error, "invalid_request", path)
        isProper(headers)
      }
      const resumed = yield* ask(base, `/oauth/authorize/${"A".repeat(43)}`)
      assert.strictEqual(resumed.status, 400)
      assert.include(resumed.text, "cannot be connected")
    }))

  it.effect("give tokens for nothing but codes and refresh tokens", () =>
    Effect.gen(function*() {
      const base = yield* here
      const { json: { client_id } } = yield* register(base, { redirect_uris: [REDIRECT] })
      for (const grant_type of ["password", "client_credentials", "implicit", "urn:ietf:params:oauth:grant-type:device_code", ""]) {
        const { json, status } = yield* form(base, "/oauth/token", { grant_type, client_id, username: "a", password: "b" })
        assert.strictEqual(status, 400, grant_type)
        assert.match(json.error, /^(unsupported_grant_type|invalid_request|unauthorized_client)$/, grant_type)
      }
      const body = "grant_type=authorization_code&code=x"
      for (const [type, text] of [["application/json", "{}"], ["application/x-www-form-urlencoded", body + "&" + body], ["text/plain", body], ["application/x-www-form-urlencoded", "x".repeat(70_000)]]) {
        const { status } = yield* ask(base, "/oauth/token", { method: "POST", headers: { "content-type": type! }, body: text! })
        assert.strictEqual(status, 400, text!.slice(0, 20))
      }
    }))
})

layer(TestServerWith({ publicWritesPerDay: 3 }), { excludeTestServices: true })("registrations", (it) => {
  it.effect("are counted by network and day, and bounded in size", () =>
    Effect.gen(function*() {
      const base = yield* here
      for (const text of ["x".repeat(20_000), JSON.stringify({ redirect_uris: [REDIRECT], client_uri: `https://a.example/${"x".repeat(20_000)}` })]) {
        const { status } = yield* ask(base, "/oauth/register", { method: "POST", headers: { "content-type": "application/json" }, body: text })
        assert.strictEqual(status, 413)
      }
      for (let n = 0; n < 3; n++) assert.strictEqual((yield* register(base, { redirect_uris: [REDIRECT] })).status, 201)
      const { headers, json, status } = yield* register(base, { redirect_uris: [REDIRECT] })
      assert.strictEqual(status, 429)
      assert.strictEqual(json.error, "temporarily_unavailable")
      assert.match(headers.get("retry-after")!, /^\d+$/)
    }))
})

layer(TestServerWith({ publicRateLimit: 5 }), { excludeTestServices: true })("anonymous callers", (it) => {
  it.effect("ask no more often a minute than anywhere else", () =>
    Effect.gen(function*() {
      const base = yield* here
      for (let n = 0; n < 5; n++) assert.strictEqual((yield* ask(base, "/.well-known/oauth-authorization-server")).status, 200)
      const { headers, status, text } = yield* ask(base, "/oauth/authorize?client_id=x")
      assert.strictEqual(status, 429)
      assert.match(headers.get("retry-after")!, /^\d+$/)
      assert.strictEqual(JSON.parse(text).error, "temporarily_unavailable")
    }))
})
