import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Api } from "#schemas/api"
import { catalogOf } from "#schemas/kernel/catalog"
import { returnPath } from "#src/dashboard/paths"
import { movedTo, RequestTarget, requestTarget } from "#src/http/request-target"
import { TestServer, secrets, send } from "../support/test-server.ts"
import { port, wire } from "../support/wire.ts"

const read = (text: string) => {
  const target = requestTarget(text)
  assert.instanceOf(target, RequestTarget, text)
  return target as RequestTarget
}

const accepted: ReadonlyArray<readonly [text: string, path: string, search: string]> = [
  ["/", "/", ""],
  ["/?", "/", ""],
  ["/a/b", "/a/b", ""],
  ["/a/b/", "/a/b/", ""],
  ["/.well-known/mcp.json", "/.well-known/mcp.json", ""],
  ["/...", "/...", ""],
  ["/a?b=c;d=//e&f=%2F%2f%zz?g", "/a", "?b=c;d=//e&f=%2F%2f%zz?g"],
  ["/a%20b/%C3%A9%25%3B", "/a%20b/%C3%A9%25%3B", ""],
  ["/a!$&'()*+,=:@-._~", "/a!$&'()*+,=:@-._~", ""]
]

/** Spellings of `/metrics` or of nothing at all, by what is wrong with them. */
const refused: Readonly<Record<string, ReadonlyArray<string>>> = {
  "does not begin with a slash": ["", "metrics", "*", "http://x/metrics", "https://x", "?a", "\\metrics"],
  "two slashes": ["//", "//metrics", "/metrics//", "///metrics", "//evil.example/metrics", "//evil.example/%2e%2e"],
  "dot segment": ["/.", "/..", "/./metrics", "/x/../metrics", "/metrics/.", "/metrics/.."],
  "semicolon": ["/metrics;a", "/metrics;", "/dashboard;@evil.example/phish"],
  "percent-encoded": ["/metrics\\", "/\\evil.example", "/a b", "/a#b", "/a|b", "/a\"b", "/a<b", "/a^b", "/a`b", "/a{b}", "/a[b]", "/\u00e9", "/a\u0000", "/?a b", "/?a#b", "/?\u00e9", "/?\u007f", "/?\n"],
  "two hexadecimal digits": ["/%", "/%2", "/%zz", "/%c3%A9", "/%e2"],
  "encoded slash or backslash": ["/a%2Fb", "/a%5Cb", "/%2F%2Fevil.example"],
  "encoded control": ["/%00", "/%0D%0A", "/a%1F", "/%7F"],
  "needs no encoding": ["/%6Detrics", "/%2E%2E", "/%2D", "/%30", "/%41", "/%5A", "/%5F", "/%61", "/%7A", "/%7E"],
  "not UTF-8": ["/%FF", "/%C0%AF", "/%ED%A0%80", "/%C3"]
}

describe("the address of a request", () => {
  it("has a path and a query", () => {
    for (const [text, path, search] of accepted) {
      const target = read(text)
      assert.deepStrictEqual([target.path, target.search, target.href], [path, search, path + search])
    }
    assert.deepStrictEqual([...read("/a?b=c+d&b=%26").query], [["b", "c d"], ["b", "&"]])
  })

  it("is refused in any other spelling, and why is said", () => {
    for (const [reason, texts] of Object.entries(refused)) {
      for (const text of texts) {
        const target = requestTarget(text)
        assert.notInstanceOf(target, RequestTarget, text)
        assert.include((target as { readonly problem: string }).problem, reason, text)
      }
    }
  })

  it("is known where it differs from its canonical form in the case of escapes alone", () => {
    const canonical = (text: string) => (requestTarget(text) as { readonly canonical?: string }).canonical
    assert.deepStrictEqual(["/gr%c3%b6%C3%9fe/?a=%c3", "/%e6%97%a5"].map(canonical), ["/gr%C3%B6%C3%9Fe/?a=%c3", "/%E6%97%A5"])
    for (const text of ["/%c3", "/a%2fb", "/%2f%2fevil.example", "/%6d", "/%0d", "//%c3%b6", "/%c3%b6/..", "/%c3%b6?\u00e9", "/%C3%b"]) assert.isUndefined(canonical(text), text)
  })

  it("stays on the site wherever a browser reads it", () => {
    const hosts = ["evil.example", "@evil.example", ":@evil.example", "%2F%2Fevil.example", "\\evil.example", "\t/evil.example", "/evil.example"]
    for (const host of hosts) {
      for (const text of [`/${host}`, `//${host}`, `/dashboard/${host}`, `/dashboard?${host}`, `/\\${host}`, `/.${host}`, `/dashboard;${host}`]) {
        const target = requestTarget(text)
        if (target instanceof RequestTarget) assert.strictEqual(new URL(target.href, "https://site.example").origin, "https://site.example", text)
      }
    }
  })

  it("ends with a slash where the contract says so, and nowhere else", () => {
    const declared = new Set(["/orders/", "/orders/:id", "/contacts", "/contacts/:id", "/both", "/both/"])
    const moved = (text: string) => movedTo(read(text), declared)
    const expected = {
      "/orders": "/orders/", "/orders?a=b": "/orders/?a=b", "/orders/": undefined, "/orders/1": undefined, "/orders/1/": "/orders/1",
      "/contacts": undefined, "/contacts/": "/contacts", "/contacts/?a=%20&b": "/contacts?a=%20&b", "/contacts/1/": "/contacts/1",
      "/both": undefined, "/both/": undefined, "/": undefined, "/nowhere": undefined, "/nowhere/": "/nowhere"
    }
    for (const [text, to] of Object.entries(expected)) assert.strictEqual(moved(text), to, text)
  })

  it("to go on to is one of the pages, as a request for it is read", () => {
    for (const to of ["/dashboard", "/dashboard/keys/3", "/dashboard?a=b", "/dashboard/receipts?session=run-1&a=%2F%2Fb"]) assert.strictEqual(returnPath(to), to)
    const elsewhere = [
      null, undefined, "", "dashboard", "/dashboards", "/docs", "https://evil.example/dashboard", "//evil.example/dashboard",
      "/dashboard//evil.example", "/dashboard/../docs", "/dashboard/%2E%2E/docs", "/dashboard/%2e%2e/docs", "/dashboard;@evil.example",
      "/dashboard\\..\\docs", "/dashboard/sign-in", "/dashboard/sign-in/code", "/dashboard/sign-in?to=/dashboard/keys", "/dashboard/reset?token=x",
      "/dashboard\r\nset-cookie:a=b", "/dashboard?a\r\nb", "/dashboard#a", "/DASHBOARD"
    ]
    for (const to of elsewhere) assert.strictEqual(returnPath(to), "/dashboard", String(to))
  })

  it("has one spelling for every declared path", () => {
    for (const { path } of catalogOf(Api)) {
      const { path: read } = requestTarget(path.replaceAll(/:\w+/g, "1")) as RequestTarget
      assert.match(read, /^(?:\/[a-z0-9._-]+)+\/?$/)
    }
  })
})

/** Addresses of each kind, and what is said at their own spelling. */
const own: Readonly<Record<string, number>> = {
  "/metrics": 200, "/health/ready": 503, "/health/live": 200, "/docs": 200, "/tools": 200, "/llms.txt": 200, "/dashboard": 303, "/dashboard/sign-in": 200,
  "/dashboard/style.css": 200, "/contact": 200, "/r/nobody": 404, "/api/mcp": 200, "/api/mcp/openapi.json": 200, "/api/mcp/connector": 401,
  "/api/v1/openapi.json": 200, "/api/v1/crm/contacts": 401, "/api/v1/agent/verbs": 200, "/oauth/authorize": 400,
  "/.well-known/oauth-authorization-server": 200, "/.well-known/jwks.json": 200
}

const encoded = (path: string) => `%${path.charCodeAt(1).toString(16).toUpperCase()}`

/** The same, in other words: what is to be said of each. */
const otherwise = (path: string): ReadonlyArray<readonly [target: string, status: number]> => [
  [`/${path}`, 400], [`${path}//`, 400], [`${path};a`, 400], [`${path};@evil.example/x`, 400], [`${path}/;a`, 400], [`${path}/.`, 400],
  [`/.${path}`, 400], [`/x/..${path}`, 400], [`${path}#a`, 400], [`${path}%00`, 400], [`${path}\\`, 400], [`\\${path}`, 400],
  [`/${encoded(path)}${path.slice(2)}`, 400], [`/${encoded(path).toLowerCase()}${path.slice(2)}`, 400], [path.replace(/^\/(.*)$/, "/%2F$1"), 400],
  [`http://127.0.0.1${path}`, 400], [`//evil.example${path}`, 400], [path.toUpperCase(), 404], [`${path}/`, 308], [`${path}/?a=b&c=%20`, 308]
]

layer(TestServer, { excludeTestServices: true })("over the wire", (it) => {
  const ask = (target: string, method = "GET", more = "") =>
    Effect.flatMap(port, (listening) =>
      Effect.promise(() => wire(listening, Buffer.from(`${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1:${listening}\r\nConnection: close\r\n${more}\r\n`, "latin1"))))

  for (const [path, expected] of Object.entries(own)) {
    it.effect(`${path} answers to its own spelling only`, () =>
      Effect.gen(function*() {
        assert.strictEqual((yield* ask(path)).status, expected)
        for (const [target, status] of otherwise(path)) {
          const answer = yield* ask(target)
          assert.strictEqual(answer.status, status, `${target} ${answer.text}`)
          assert.notInclude(answer.text, "evil.example", target)
          if (status !== 308) {
            assert.strictEqual(answer.headers.get("location"), undefined)
            assert.strictEqual(JSON.parse(answer.text).code, status === 400 ? "bad_request" : "not_found")
          } else assert.strictEqual(answer.headers.get("location"), target.replace("/?", "?").replace(/\/$/, ""))
        }
      }))
  }

  it.effect("escapes in small letters are those in capitals", () =>
    Effect.gen(function*() {
      const { headers, status } = yield* ask("/docs/gr%c3%b6%C3%9fe?a=%c3")
      assert.deepStrictEqual([status, headers.get("location")], [308, "/docs/gr%C3%B6%C3%9Fe?a=%c3"])
    }))

  it.effect("no spelling leads a browser elsewhere", () =>
    Effect.gen(function*() {
      const headers = "Sec-Fetch-Site: cross-site\r\n"
      const hosts = ["evil.example/phish", "@evil.example/phish", "evil.example\\phish", "%2f%2fevil.example", "%09/evil.example", "javascript:alert(1)"]
      for (const host of hosts) {
        const targets = [
          `//dashboard;${host}`, `/dashboard;${host}`, `//${host}`, `/\\${host}`, `/dashboard/${host}`, `/dashboard//${host}`, `/dashboard?${host}`,
          `/dashboard/keys?url=${host}`, `/dashboard/sign-in?to=${host}`, `/dashboard/sign-in?to=//${host}`, `//oauth/authorize/${host}`, `//r/${host}`
        ]
        for (const target of targets) {
          for (const more of [headers, ""]) {
            const { headers: told, text } = yield* ask(target, "GET", more)
            const places = [told.get("location"), ...[...text.matchAll(/(?:url=|href="|action="|to" value=")([^"]*)"/g)].map(([, to]) => to)]
            for (const to of places) {
              if (to === undefined) continue
              const { origin } = new URL(to.replaceAll("&amp;", "&"), "https://site.example")
              assert.include(["https://site.example"], origin, `${target} leads to ${to}`)
            }
          }
        }
      }
    }))

  it.effect("a slash too many keeps the method, the body and the query, and every operation is found again", () =>
    Effect.gen(function*() {
      const made = yield* send("/crm/contacts/?x=1", { method: "POST", key: "acme", body: JSON.stringify({ first_name: "Slash" }) })
      assert.strictEqual(made.status, 201)
      assert.strictEqual(made.json.first_name, "Slash")
      for (const method of ["POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]) {
        const { headers, status } = yield* ask("/api/v1/crm/contacts/", method, `Authorization: Bearer ${secrets.acme}\r\n`)
        assert.deepStrictEqual([status, headers.get("location")], [308, "/api/v1/crm/contacts"], method)
      }
    }))

  it.effect("what only looks like an address of the operator's is counted and found nowhere", () =>
    Effect.gen(function*() {
      for (const path of ["/healthy", "/health/live/x", "/metrics-old", "/metrics/x"]) {
        const first = yield* ask(path)
        assert.strictEqual(first.status, 404)
        const second = yield* ask(path)
        assert.isBelow(Number(second.headers.get("x-ratelimit-remaining")), Number(first.headers.get("x-ratelimit-remaining")), path)
      }
    }))
})
