import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { webClient } from "../dashboard/web-client.ts"
import { goal } from "../support/goals.ts"
import { TestServer } from "../support/test-server.ts"
import { client, REDIRECT } from "./client.ts"
import { agree, toQuestion } from "./driver.ts"
import { document, TestServerWithPublisher, publish } from "./publisher.ts"

const asking = Effect.fnUntraced(function*(client_id: string, changed: Record<string, string> = {}) {
  const app = yield* client()
  return yield* toQuestion(yield* webClient(), app.authorize({ client_id, ...changed }), "owner")
})

layer(TestServerWithPublisher, { excludeTestServices: true })("a client that is described by a document", (it) => {
  it.effect("is shown with the host that answers for it, and read once while it is fresh", () =>
    Effect.gen(function*() {
      const { address, asked } = yield* document("/shown.json", { client_name: "Described", logo_uri: "https://localhost/logo.png" })
      const shown = yield* asking(address)
      assert.strictEqual(shown.status, 200, shown.text)
      assert.include(shown.text, "Described")
      assert.include(shown.text, `<code>${new URL(address).host}</code>`)
      assert.notInclude(shown.text, "logo.png")
      yield* asking(address)
      assert.strictEqual(asked(), 1)
      const app = yield* client()
      const back = yield* agree(app.authorize({ client_id: address, redirect_uri: "http://127.0.0.1:1234/callback" }), "owner")
      const { json, status } = yield* app.exchange(back.searchParams.get("code")!, { client_id: address, redirect_uri: "http://127.0.0.1:1234/callback" })
      assert.strictEqual(status, 200, JSON.stringify(json))
    }))

  it.effect("is refused on a page of ours where the document is not one that counts", () =>
    Effect.gen(function*() {
      const big = "x".repeat(6_000)
      const documents: ReadonlyArray<readonly [string, { readonly address: string }]> = [
        ["of another client", yield* document("/other.json", { client_id: "https://localhost/else.json" })],
        ["of none", yield* document("/none.json", { client_id: undefined })],
        ["with a secret", yield* document("/secret.json", { client_secret: "mine" })],
        ["that wants a secret", yield* document("/basic.json", { token_endpoint_auth_method: "client_secret_basic" })],
        ["with no address", yield* document("/empty.json", { redirect_uris: [] })],
        ["with http elsewhere", yield* document("/http.json", { redirect_uris: ["http://app.example/callback"] })],
        ["with a scheme without a dot", yield* document("/scheme.json", { redirect_uris: [REDIRECT, "myapp:/back"] })],
        ["with a script", yield* document("/script.json", { redirect_uris: ["javascript:alert(1)"] })],
        ["that is large", yield* document("/large.json", { client_name: big })],
        ["of another type", yield* document("/type.json", {}, { "content-type": "text/html" })],
        ["of no type", yield* document("/untyped.json", {}, { "content-type": "" })]
      ]
      const published: ReadonlyArray<readonly [string, string]> = [
        ["that is no JSON", yield* publish("/text.json", (response) => void response.writeHead(200, { "content-type": "application/json" }).end("{"))],
        ["that is a list", yield* publish("/list.json", (response) => void response.writeHead(200, { "content-type": "application/json" }).end("[]"))],
        ["that is no UTF-8", yield* publish("/bytes.json", (response) => void response.writeHead(200, { "content-type": "application/json" }).end(Buffer.from([0xff, 0xfe])))],
        ["elsewhere", yield* publish("/moved.json", (response) => void response.writeHead(302, { location: "/shown.json" }).end())],
        ["that is missing", yield* publish("/missing.json", (response) => void response.writeHead(404).end())],
        ["that broke", yield* publish("/broken.json", (response) => void response.writeHead(500).end("{}"))],
        ["that has no end", yield* publish("/endless.json", (response) => {
          response.writeHead(200, { "content-type": "application/json" })
          const more = () => response.write(" ".repeat(1_000), () => response.destroyed || setTimeout(more, 1))
          more()
        })],
        ["that hangs up", yield* publish("/gone.json", (response) => void response.destroy())]
      ]
      for (const [what, address] of [...documents.map(([what, { address }]) => [what, address] as const), ...published]) {
        const { status, text, to } = yield* asking(address)
        assert.strictEqual(status, 400, what)
        assert.isNull(to, what)
        assert.include(text, "cannot be connected", what)
      }
    }))

  it.effect("is not waited for", () =>
    Effect.gen(function*() {
      const slow = yield* publish("/slow.json", (response) => {
        response.writeHead(200, { "content-type": "application/json" })
        response.write("{")
      })
      const silent = yield* publish("/silent.json", () => {})
      for (const address of [slow, silent]) {
        const began = performance.now()
        assert.strictEqual((yield* asking(address)).status, 400)
        assert.isBelow(performance.now() - began, goal(4_000))
      }
    }))

  it.effect("answers to no address that it did not name", () =>
    Effect.gen(function*() {
      const { address } = yield* document("/named.json", { redirect_uris: ["https://app.example/back"] })
      for (const redirect_uri of [REDIRECT, "https://app.example/back/", "https://evil.example/"]) {
        const { status, to } = yield* asking(address, { redirect_uri })
        assert.deepStrictEqual([status, to], [400, null], redirect_uri)
      }
    }))

  it.effect("is not looked for in any other form of address", () =>
    Effect.gen(function*() {
      const { address, asked } = yield* document("/form.json", {})
      const { host } = new URL(address)
      const others = [
        `http://${host}/form.json`, `https://user@${host}/form.json`, `https://${host}/form.json#x`, `https://${host}/x/../form.json`,
        `https://${host}/%2e%2e/form.json`, ` ${address}`, `https://127.0.0.1:${host.split(":")[1]}/form.json`, `https://[::1]:${host.split(":")[1]}/form.json`
      ]
      for (const client_id of others) assert.strictEqual((yield* asking(client_id)).status, 400, client_id)
      assert.strictEqual(asked(), 0)
    }))
})

layer(TestServer, { excludeTestServices: true })("a document on a private network", (it) => {
  it.effect("is never asked for", () =>
    Effect.gen(function*() {
      const inner = [
        "https://127.0.0.1/c.json", "https://localhost/c.json", "https://10.0.0.1/c.json", "https://192.168.1.1/c.json", "https://169.254.169.254/c.json",
        "https://[::1]/c.json", "https://[::ffff:127.0.0.1]/c.json", "https://0.0.0.0/c.json", "https://2130706433/c.json", "https://x.localhost/c.json"
      ]
      for (const client_id of inner) {
        const { status, to } = yield* asking(client_id)
        assert.deepStrictEqual([status, to], [400, null], client_id)
      }
    }))
})
