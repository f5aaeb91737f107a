import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { visitor } from "../dashboard/visitor.ts"
import { OwnerSql } from "../support/database.ts"
import { House } from "../support/house.ts"
import { client, REDIRECT, register } from "./client.ts"
import { agree, challengeOf, toQuestion } from "./driver.ts"

const plain = "v".repeat(43)

layer(House, { excludeTestServices: true })("a request for authorization", (it) => {
  /** Refused, and said so to the client, at the address that it registered. */
  it.effect("is refused at the client's address where that is known to be the client's", () =>
    Effect.gen(function*() {
      const app = yield* client()
      const browser = yield* visitor()
      const wrong: ReadonlyArray<readonly [string, Record<string, string | undefined>, string]> = [
        ["no challenge", { code_challenge: undefined, code_challenge_method: undefined }, "invalid_request"],
        ["a challenge without its method, which is plain", { code_challenge: plain, code_challenge_method: undefined }, "invalid_request"],
        ["a plain challenge", { code_challenge: plain, code_challenge_method: "plain" }, "invalid_request"],
        ["a short challenge", { code_challenge: "x" }, "invalid_request"],
        ["another resource", { resource: `${app.base}/api/v1` }, "invalid_target"],
        ["a resource elsewhere", { resource: "https://elsewhere.example/api/mcp/connector" }, "invalid_target"],
        ["the resource with a slash", { resource: `${app.resource}/` }, "invalid_target"],
        ["a resource that is no address", { resource: "connector" }, "invalid_target"],
        ["a token at once", { response_type: "token" }, "unsupported_response_type"],
        ["an ID token", { response_type: "id_token", nonce: "n" }, "unsupported_response_type"],
        ["both", { response_type: "code id_token", nonce: "n" }, "unsupported_response_type"],
        ["no question", { prompt: "none" }, "consent_required"],
        ["a request object", { request: "eyJ.eyJ.x" }, "request_not_supported"],
        ["a request elsewhere", { request_uri: "https://elsewhere.example/request" }, "request_uri_not_supported"]
      ]
      for (const [what, changed, error] of wrong) {
        const { status, text, to } = yield* browser.get(app.authorize(changed))
        assert.strictEqual(status, 303, `${what}: ${text}`)
        const back = new URL(to!)
        assert.strictEqual(back.origin + back.pathname, REDIRECT, what)
        const told = changed["response_type"]?.includes("token") === true ? new URLSearchParams(back.hash.slice(1) || back.search) : back.searchParams
        assert.strictEqual(told.get("error"), error, `${what}: ${back}`)
        assert.strictEqual(told.get("state"), "st/te &1", what)
        assert.strictEqual(told.get("iss"), app.base, what)
        assert.isFalse(told.has("code"), what)
      }
    }))

  it.effect("leads nowhere but to an address that the client registered", () =>
    Effect.gen(function*() {
      const base = (yield* visitor()).base
      const redirect_uris = ["https://app.example/callback", "http://127.0.0.1:7777/callback", "http://localhost/cb", "com.example.app:/back"]
      const app = yield* client({ redirect_uris })
      const browser = yield* visitor()
      const others = [
        "https://app.example/callback/", "https://app.example/callback?x=1", "https://app.example:8443/callback", "https://app.example/Callback",
        "http://app.example/callback", "https://user@app.example/callback", "https://user:word@app.example/callback",
        "https://app.example/callback#x", "https://app.example/x/../callback", "https://app.example/callback/../evil", "https://app.example/%63allback",
        "https://app.example.evil.example/callback", "https://evil.example/callback", "https://app.example@evil.example/callback",
        "//app.example/callback", "javascript:alert(1)", "data:text/html,x", "com.example.app:/other", "com.example.other:/back",
        "http://127.0.0.1:7777/other", "http://127.0.0.1:7777/callback/", "http://127.0.0.2:7777/callback", "http://[::1]:7777/callback",
        "http://u@127.0.0.1:7777/callback", "http://127.0.0.1:7777/callback#x", "https://127.0.0.1:7777/callback", "http://127.0.0.1.evil.example:7777/callback",
        "http://localhost.evil.example/cb", "http://localhost:80@evil.example/cb", "http://127.0.0.1:7777@evil.example/callback", ""
      ]
      for (const redirect_uri of others) {
        const { status, text, to, headers } = yield* browser.get(app.authorize({ redirect_uri }))
        assert.strictEqual(status, 400, `${redirect_uri} ${to}`)
        assert.isNull(to, redirect_uri)
        assert.include(headers.get("content-security-policy")!, "default-src 'none'")
        assert.include(headers.get("content-type")!, "text/html")
        assert.match(headers.get("x-request-id")!, /./)
        if (redirect_uri !== "") assert.notInclude(text, `href="${redirect_uri}"`)
      }
      const { status, to } = yield* browser.get(app.authorize({ redirect_uri: undefined }))
      assert.deepStrictEqual([status, to], [400, null])

      const own = [...redirect_uris, "http://127.0.0.1:1/callback", "http://127.0.0.1/callback", "http://localhost:65535/cb"]
      for (const redirect_uri of own) {
        const shown = yield* toQuestion(browser, app.authorize({ redirect_uri }), "owner")
        assert.strictEqual(shown.status, 200, `${redirect_uri} ${shown.text}`)
      }
      assert.strictEqual(base, app.base)
    }))

  it.effect("is not believed in what leads to a page, nor from a client that nobody knows", () =>
    Effect.gen(function*() {
      const app = yield* client()
      const browser = yield* visitor()
      for (const client_id of ["nobody", "<script>alert(1)</script>", "http://app.example/client.json", undefined]) {
        const { status, text, to } = yield* browser.get(app.authorize({ client_id, redirect_uri: "https://evil.example/" }))
        assert.strictEqual(status, 400, client_id)
        assert.isNull(to)
        assert.notInclude(text, "<script>")
      }
      for (const more of ["&redirect_uri=https%3A%2F%2Fevil.example%2F", "&client_id=other", "&scope=crm%3Aread"]) {
        const { to } = yield* browser.get(app.authorize() + more)
        assert.isFalse(to?.startsWith("https://evil.example") === true, more)
        assert.isFalse(to?.startsWith("/dashboard") === true, more)
      }
      for (const to of ["https://evil.example/", "//evil.example/", "/oauth/authorize", "/dashboard/connect/../../evil", "/dashboard\\@evil.example"]) {
        const { text } = yield* browser.get(`/dashboard/sign-in?to=${encodeURIComponent(to)}`)
        assert.notInclude(text, "evil.example", to)
      }
    }))

  it.effect("is refused beyond 8,192 characters, before anything of it is kept", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const app = yield* client()
      const browser = yield* visitor()
      const kept = Effect.map(sql<{ n: number }>`select count(*)::int as n from identity.oauth_records`, ([row]) => row!.n)
      const long = (length: number) => app.authorize({ state: "s".repeat(length - app.authorize({ state: "" }).length) })
      const before = yield* kept
      const refused = yield* browser.get(long(8_193))
      assert.deepStrictEqual([refused.status, refused.to], [400, null])
      const { error, error_description } = JSON.parse(refused.text)
      assert.strictEqual(error, "invalid_request")
      assert.include(error_description, "8,192 characters")
      assert.strictEqual(yield* kept, before)
      assert.strictEqual((yield* browser.get(long(8_192))).status, 303)
      assert.isAbove(yield* kept, before)
    }))

  it.effect("asks each time, and for what is asked for in other words too", () =>
    Effect.gen(function*() {
      const app = yield* client()
      const browser = yield* visitor()
      for (const changed of [{}, {}, { prompt: "consent" }, { prompt: "login consent" }, { prompt: "select_account" }, { resource: undefined }, { scope: undefined }, { scope: "openid profile" }]) {
        const shown = yield* toQuestion(browser, app.authorize(changed), "owner")
        assert.strictEqual(shown.status, 200, JSON.stringify(changed) + shown.text)
      }
      const back = yield* agree(app.authorize({ prompt: "login consent select_account", scope: "crm:read unheard_of consents:approve" }), "owner")
      const { json } = yield* app.exchange(back.searchParams.get("code")!)
      assert.strictEqual(json.scope, "crm:read")
      assert.strictEqual(challengeOf(app.verifier).length, 43)
    }))
})

layer(House, { excludeTestServices: true })("a registration", (it) => {
  it.effect("is refused with what no public client may have", () =>
    Effect.gen(function*() {
      const { base } = yield* visitor()
      const wrong: ReadonlyArray<readonly [string, object]> = [
        ["no address", { redirect_uris: [] }], ["none at all", {}], ["http elsewhere", { redirect_uris: ["http://app.example/callback"] }],
        ["a script", { redirect_uris: ["javascript:alert(1)"] }], ["data", { redirect_uris: ["data:text/html,x"] }],
        ["a fragment", { redirect_uris: ["https://app.example/#x"] }], ["user", { redirect_uris: ["https://u:p@app.example/"] }],
        ["not an address", { redirect_uris: ["callback"] }], ["not a list", { redirect_uris: "https://app.example/" }],
        ["numbers", { redirect_uris: [7] }], ["too many", { redirect_uris: Array.from({ length: 21 }, (_, n) => `https://app.example/${n}`) }],
        ["too long", { redirect_uris: [`https://app.example/${"x".repeat(2_001)}`] }], ["name", { redirect_uris: [REDIRECT], client_name: "x".repeat(2_001) }],
        ["NUL", { redirect_uris: [REDIRECT], client_name: "a\u0000b" }], ["half a character", { redirect_uris: [REDIRECT], client_name: "a\ud800b" }]
      ]
      for (const [what, metadata] of wrong) {
        const { json, status } = yield* register(base, metadata)
        assert.strictEqual(status, 400, what)
        assert.match(json.error, /^invalid_(client_metadata|redirect_uri)$/, what)
      }
    }))

  it.effect("gives no secret, and is held to what a public client may", () =>
    Effect.gen(function*() {
      const { base } = yield* visitor()
      const { headers, json, status } = yield* register(base, {
        redirect_uris: [REDIRECT], token_endpoint_auth_method: "client_secret_basic", grant_types: ["authorization_code"], client_secret: "mine",
        application_type: "web", scope: "crm:read", client_id: "mine"
      })
      assert.strictEqual(status, 201, JSON.stringify(json))
      assert.notProperty(json, "client_secret")
      assert.notProperty(json, "registration_access_token")
      assert.notStrictEqual(json.client_id, "mine")
      assert.strictEqual(json.token_endpoint_auth_method, "none")
      assert.deepStrictEqual(json.grant_types, ["authorization_code", "refresh_token"])
      assert.strictEqual(headers.get("access-control-allow-origin"), "*")
    }))
})
