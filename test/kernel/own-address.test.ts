import { assert, it, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { hostname, networkInterfaces } from "node:os"
import { ServiceConfig } from "#layers/kernel/config"
import { AskedHost, type Listening, ListeningAt, Site } from "#layers/kernel/installation/site"
import { CONNECTOR_PATH } from "#src/oauth/paths"
import { addresses } from "#src/surfaces/addresses"
import { TestServer, TestServerWith, secrets } from "../support/test-server.ts"
import { port, wire } from "../support/wire.ts"

type Settings = Parameters<typeof ServiceConfig.layerOf>[0]

const told = (settings: Settings, listening: Listening | undefined, asked: string | undefined) =>
  Site.use(({ host, linked, origin }) => Effect.all({ host, origin, linked: Effect.succeed(linked) })).pipe(
    Effect.provide(Site.layer),
    Effect.provide(ServiceConfig.layerOf(settings)),
    Effect.provideService(ListeningAt, listening),
    Effect.provideService(AskedHost, asked)
  )

const ofMachine = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  .filter(({ family, internal }) => family === "IPv4" && !internal).map(({ address }) => address)

it.effect("the service's own address is where it listens, under the one of its names that was asked for", () =>
  Effect.gen(function*() {
    const loopback = { address: "127.0.0.1", port: 8080 }
    const everywhere = { address: "0.0.0.0", port: 8080 }
    const cases: ReadonlyArray<readonly [Settings, Listening | undefined, asked: string | undefined, origin: string, linked: string]> = [
      [{}, loopback, undefined, "127.0.0.1:8080", "127.0.0.1:8080"],
      [{}, loopback, "LocalHost:8080", "localhost:8080", "127.0.0.1:8080"],
      [{}, loopback, "[::1]:8080", "[::1]:8080", "127.0.0.1:8080"],
      [{}, loopback, "localhost:4444", "127.0.0.1:8080", "127.0.0.1:8080"],
      [{}, loopback, "localhost", "127.0.0.1:8080", "127.0.0.1:8080"],
      [{}, loopback, "evil.example:8080", "127.0.0.1:8080", "127.0.0.1:8080"],
      [{}, loopback, "localhost.evil.example:8080", "127.0.0.1:8080", "127.0.0.1:8080"],
      [{}, loopback, "x@localhost:8080", "127.0.0.1:8080", "127.0.0.1:8080"],
      [{}, loopback, "", "127.0.0.1:8080", "127.0.0.1:8080"],
      [{}, loopback, `${hostname()}:8080`, "127.0.0.1:8080", "127.0.0.1:8080"],
      [{}, { address: "127.0.0.1", port: 80 }, "localhost", "localhost", "127.0.0.1"],
      [{}, { address: "::1", port: 8080 }, "localhost:8080", "localhost:8080", "[::1]:8080"],
      [{ host: "0.0.0.0" }, everywhere, undefined, "127.0.0.1:8080", "127.0.0.1:8080"],
      [{ host: "0.0.0.0" }, everywhere, `${hostname()}:8080`, `${hostname().toLowerCase()}:8080`, "127.0.0.1:8080"],
      ...ofMachine.map((address) => [{ host: "0.0.0.0" }, everywhere, `${address}:8080`, `${address}:8080`, "127.0.0.1:8080"] as const),
      [{ host: "0.0.0.0" }, everywhere, "203.0.113.9:8080", "127.0.0.1:8080", "127.0.0.1:8080"],
      [{ host: "office.internal" }, { address: "10.0.0.7", port: 8080 }, undefined, "office.internal:8080", "office.internal:8080"],
      [{ host: "office.internal" }, { address: "10.0.0.7", port: 8080 }, "10.0.0.7:8080", "10.0.0.7:8080", "office.internal:8080"],
      [{ host: "office.internal" }, { address: "10.0.0.7", port: 8080 }, "localhost:8080", "office.internal:8080", "office.internal:8080"],
      [{ port: 9090 }, undefined, "evil.example", "127.0.0.1:9090", "127.0.0.1:9090"]
    ]
    for (const [settings, listening, asked, origin, linked] of cases) {
      const found = yield* told(settings, listening, asked)
      assert.deepStrictEqual(found, { host: origin, origin: `http://${origin}`, linked: `http://${linked}` }, `${JSON.stringify(settings)} ${asked}`)
    }
    const site = yield* told({ siteUrl: Option.some("https://acme.example") }, loopback, "localhost:8080")
    assert.deepStrictEqual(site, { host: "acme.example", origin: "https://acme.example", linked: "https://acme.example" })
  }))

/** Whatever tells where the service is: documents, answers, errors, redirects. */
const asked: ReadonlyArray<readonly [method: string, path: string, body?: string, authorization?: string]> = [
  ...Object.values(addresses).map((path) => ["GET", path] as const),
  ["GET", "/.well-known/oauth-authorization-server"], ["GET", "/.well-known/oauth-protected-resource"],
  ["GET", `/.well-known/oauth-protected-resource${CONNECTOR_PATH}`], ["GET", CONNECTOR_PATH], ["POST", CONNECTOR_PATH, "{}"],
  ["GET", "/oauth/authorize?client_id=x&redirect_uri=http://127.0.0.1/"], ["POST", "/oauth/register", `{"redirect_uris":["http://127.0.0.1/"]}`],
  ["GET", "/api/mcp"], ["POST", "/api/mcp", `{"type":"call_tool","tool":"none"}`],
  ["POST", "/api/mcp", `{"type":"call_tool","tool":"get_ai_signup_link","arguments":{"template_id":"kb_restaurant_v1"}}`],
  ["POST", "/api/mcp", `{"type":"call_tool","tool":"create_ai_referral","arguments":{"ai_platform":"claude"}}`],
  ["POST", "/api/mcp", `{"type":"call_tool","tool":"get_api_docs","arguments":{}}`],
  ["GET", "/dashboard"], ["GET", "/dashboard/sign-in"], ["GET", "/contact"], ["GET", "/docs/"], ["GET", "/nowhere"],
  ["GET", "/api/v1/webmcp/public/manifest?company_id=1"], ["GET", "/api/v1/webmcp/manifest", "", secrets.acme],
  ["POST", "/api/v1/crm/contacts", `{"first_name":"Location"}`, secrets.acme], ["DELETE", "/api/v1/crm/contacts/1", "", secrets.cautious],
  ["GET", "/api/v1/agent/consents", "", secrets.owner]
]

const hosts = ["evil.example", "localhost:4444", "127.0.0.1:4444", "evil.example:80", "localhost", "[::1]:4444", "127.0.0.1.evil.example:4444"]

const repeatsNothing = (own: (port: number) => string) =>
  Effect.gen(function*() {
    const listening = yield* port
    let links = 0
    // The first such request reads a large library, longer than a socket stays open here.
    yield* Effect.promise(() => fetch(`http://127.0.0.1:${listening}/oauth/authorize`))
    for (const [method, path, body = "", key] of asked) {
      for (const host of hosts) {
        const answer = yield* Effect.promise(() => wire(listening, [
          `${method} ${path} HTTP/1.1`, `Host: ${host}`, "X-Forwarded-Host: evil.example", "X-Forwarded-Proto: https", "Forwarded: host=evil.example;proto=https",
          "X-Forwarded-Prefix: //evil.example", "X-Original-URL: //evil.example", "Referer: http://evil.example/", "Connection: close",
          "Content-Type: application/json", `Content-Length: ${body.length}`, ...key === undefined ? [] : [`Authorization: Bearer ${key}`], "", body
        ].join("\r\n")))
        assert.isAbove(answer.status, 0, path)
        assert.isBelow(answer.status, 500, `${path} ${answer.text}`)
        const said = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join("\n") + answer.text
        assert.notMatch(said, /evil\.example|[\]t1]:4444/, `${method} ${path} under ${host}`)
        links += said.split(own(listening)).length - 1
      }
    }
    assert.isAbove(links, 100)
  })

layer(TestServer, { excludeTestServices: true })("without SITE_URL", (it) => {
  it.effect("nothing that a request calls the service is told again", () => repeatsNothing((port) => `http://127.0.0.1:${port}`), 120_000)
})

layer(TestServerWith({ siteUrl: Option.some("https://acme.example") }), { excludeTestServices: true })("with SITE_URL", (it) => {
  it.effect("nothing that a request calls the service is told again", () => repeatsNothing(() => "https://acme.example"), 120_000)
})
