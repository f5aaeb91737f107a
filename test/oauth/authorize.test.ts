import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type Shown, webClient } from "../dashboard/web-client.ts"
import { OwnerSql } from "../support/database.ts"
import { TestServer } from "../support/test-server.ts"
import { client, REDIRECT, register } from "./client.ts"
import { agree, backFrom, challengeOf, fieldsOf, press, toQuestion } from "./driver.ts"

const plain = "v".repeat(43)

layer(TestServer, { excludeTestServices: true })("a request for authorization", (it) => {
  const asked = Effect.gen(function*() {
    const app = yield* client()
    const wrong: ReadonlyArray<readonly [string, Record<string, string | undefined>, string]> = [
      ["no challenge", { code_challenge: undefined, code_challenge_method: undefined }, "invalid_request"],
      ["a challenge without its method, which is plain", { code_challenge: plain, code_challenge_method: undefined }, "invalid_request"],
      ["a plain challenge", { code_challenge: plain, code_challenge_method: "plain" }, "invalid_request"],
      ["a method that is none", { code_challenge_method: "S512" }, "invalid_request"],
      ["a short challenge", { code_challenge: "x" }, "invalid_request"],
      ["another resource", { resource: `${app.base}/api/v1` }, "invalid_target"],
      ["a resource elsewhere", { resource: "https://elsewhere.example/api/mcp/connector" }, "invalid_target"],
      ["the resource with a slash", { resource: `${app.resource}/` }, "invalid_target"],
      ["a resource that is no address", { resource: "connector" }, "invalid_target"],
      ["a token at once", { response_type: "token" }, "unsupported_response_type"],
      ["an ID token", { response_type: "id_token", nonce: "n" }, "unsupported_response_type"],
      ["both", { response_type: "code id_token", nonce: "n" }, "unsupported_response_type"],
      ["no type", { response_type: undefined }, "invalid_request"],
      ["no question", { prompt: "none" }, "consent_required"],
      ["no question, and one", { prompt: "none login" }, "invalid_request"],
      ["a question that is none", { prompt: "whatever" }, "invalid_request"],
      ["an age", { max_age: "-1" }, "invalid_request"],
      ["a hint", { id_token_hint: "eyJ.eyJ.x", scope: "openid" }, "invalid_request"],
      ["a registration", { registration: "{}" }, "registration_not_supported"],
      ["a request object", { request: "eyJ.eyJ.x" }, "request_not_supported"],
      ["a request elsewhere", { request_uri: "https://elsewhere.example/request" }, "request_uri_not_supported"]
    ]
    return { app, wrong }
  })

  /** A page of ours, which leads nowhere. */
  const isPage = ({ headers, status, text, to }: Shown, what: string) => {
    assert.deepStrictEqual([status, to], [400, null], `${what}: ${text}`)
    assert.include(text, "cannot be connected", what)
    assert.notInclude(text, REDIRECT, what)
    assert.notInclude(text, "<script", what)
    assert.notInclude(text, "http-equiv", what)
    assert.include(headers.get("content-security-policy")!, "default-src 'none'", what)
    assert.strictEqual(headers.get("x-frame-options"), "DENY", what)
  }

  it.effect("that cannot be granted leads nowhere before a person has seen who asks, whatever is wrong with it", () =>
    Effect.gen(function*() {
      const { app, wrong } = yield* asked
      const browser = yield* webClient()
      for (const [what, changed] of wrong) isPage(yield* browser.get(app.authorize(changed)), what)
      for (const response_type of ["code", "token", "id_token", "none", "x"]) {
        for (const response_mode of ["fragment", "form_post", "web_message", "jwt", "query.jwt", "form_post.jwt", "x"]) {
          isPage(yield* browser.get(app.authorize({ response_mode, response_type })), `${response_mode} ${response_type}`)
        }
      }
      for (const more of ["&response_mode=form_post", "&response_mode=query&response_mode=form_post", "&prompt=none", "&code_challenge_method=plain", "&redirect_uri=x"]) {
        isPage(yield* browser.get(app.authorize() + more), more)
      }
    }))

  it.effect("leads nowhere for who is signed in, or has seen another client, or looked at the page and went on without a decision", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      yield* agree((yield* client()).authorize(), "owner", {}, browser)
      const app = yield* client()
      isPage(yield* browser.get(app.authorize({ prompt: "none" })), "another client")
      const question = yield* toQuestion(browser, app.authorize(), "owner")
      assert.strictEqual(question.status, 200)
      isPage(yield* browser.get(app.authorize({ prompt: "none" })), "seen, and not decided")
      const resumed = yield* browser.get(question.page!.replace("/dashboard/connect", "/oauth/authorize"))
      assert.match(resumed.to!, /^\/dashboard\/connect\//u, "and asks again who comes back without a decision")
      const declined = yield* toQuestion(browser, app.authorize(), "owner")
      yield* backFrom(browser, yield* press(browser, declined, "deny", fieldsOf(declined)))
      isPage(yield* browser.get(app.authorize({ prompt: "none" })), "declined")
      browser.cookies.set("oauth-connected", "x")
      isPage(yield* browser.get(app.authorize({ prompt: "none" })), "made up")
    }))

  it.effect("is refused at the client's address in a browser in which somebody connected it", () =>
    Effect.gen(function*() {
      const { app, wrong } = yield* asked
      const browser = yield* webClient()
      yield* agree(app.authorize(), "owner", {}, browser)
      for (const [what, changed, error] of wrong) {
        const { status, text, to } = yield* browser.get(app.authorize(changed))
        assert.strictEqual(status, 303, `${what}: ${text}`)
        const back = new URL(to!)
        assert.strictEqual(back.origin + back.pathname, REDIRECT, what)
        const told = new URLSearchParams(back.hash === "" ? back.search : back.hash.slice(1))
        assert.strictEqual(told.get("error"), error, `${what}: ${back}`)
        assert.strictEqual(told.get("state"), "st/te &1", what)
        assert.strictEqual(told.get("iss"), app.base, what)
        assert.isFalse(told.has("code"), what)
      }
      isPage(yield* browser.get(app.authorize({ response_mode: "form_post" })), "but by its address only")
      isPage(yield* (yield* webClient()).get(app.authorize({ prompt: "none" })), "in another browser")
    }))

  it.effect("leads nowhere but to an address that the client registered", () =>
    Effect.gen(function*() {
      const base = (yield* webClient()).base
      const redirect_uris = ["https://app.example/callback", "http://127.0.0.1:7777/callback", "http://localhost/cb", "com.example.app:/back"]
      const app = yield* client({ redirect_uris })
      const browser = yield* webClient()
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
      const browser = yield* webClient()
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
      const browser = yield* webClient()
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
      const browser = yield* webClient()
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

layer(TestServer, { excludeTestServices: true })("a registration", (it) => {
  it.effect("is refused with what no public client may have", () =>
    Effect.gen(function*() {
      const { base } = yield* webClient()
      const wrong: ReadonlyArray<readonly [string, object]> = [
        ["no address", { redirect_uris: [] }], ["none at all", {}], ["http elsewhere", { redirect_uris: ["http://app.example/callback"] }],
        ["a script", { redirect_uris: ["javascript:alert(1)"] }], ["a scheme without a dot", { redirect_uris: ["myapp:/back"] }],
        ["a scheme of a system", { redirect_uris: ["ms-settings:x"] }], ["files", { redirect_uris: ["file:///etc/passwd"] }],
        ["mail", { redirect_uris: ["mailto:a@app.example"] }], ["frames", { redirect_uris: ["view-source:https://app.example/"] }],
        ["http that looks like here", { redirect_uris: ["http://localhost.evil.example/"] }], ["http on the network", { redirect_uris: ["http://192.168.1.2/"] }],
        ["one of two", { redirect_uris: [REDIRECT, "myapp:/back"] }], ["a dot elsewhere", { redirect_uris: ["myapp://example.com/back"] }], ["data", { redirect_uris: ["data:text/html,x"] }],
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
      const { base } = yield* webClient()
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
