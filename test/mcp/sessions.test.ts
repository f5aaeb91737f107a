import { assert, describe, it, layer } from "@effect/vitest"
import { createRequestStateCodec } from "@modelcontextprotocol/server"
import { Context, Effect } from "effect"
import { HttpServer } from "effect/http"
import { TestClock } from "effect/testing"
import { carry } from "#src/mcp/calling"
import { catalogueOf } from "#src/mcp/catalogue"
import { HolderLimit } from "#src/mcp/holder-limit"
import { serverOf } from "#src/mcp/server"
import { sessionsOf } from "#src/mcp/sessions"
import { send } from "../support/test-server.ts"
import { begin, legacy, messageIn } from "./asking.ts"
import { fixture } from "./fixture.ts"
import { FIXTURE, FixtureServer } from "./fixture-server.ts"

const MOST_OF_NETWORK = 50

layer(FixtureServer, { excludeTestServices: true })("sessions", (it) => {
  it.effect("end when their client says so", () =>
    Effect.gen(function*() {
      const { headers } = yield* begin(FIXTURE)
      assert.deepStrictEqual(messageIn((yield* legacy(FIXTURE, headers, "ping")).text).result, {})
      assert.strictEqual((yield* send(`/api/..${FIXTURE}`, { method: "DELETE", headers })).status, 200)
      assert.strictEqual((yield* legacy(FIXTURE, headers, "ping")).status, 404)
    }))

  it.effect("are begun before they are used", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* legacy(FIXTURE, {}, "tools/list")).status, 400)
      assert.strictEqual((yield* legacy(FIXTURE, { "mcp-session-id": "made-up" }, "tools/list")).status, 404)
    }))

  it.effect("are so many for each network; the one that was used the longest ago goes first", () =>
    Effect.gen(function*() {
      const all = yield* Effect.forEach(Array.from({ length: MOST_OF_NETWORK }), () => begin(FIXTURE))
      assert.strictEqual((yield* legacy(FIXTURE, all[0]!.headers, "ping")).status, 200)
      yield* begin(FIXTURE)
      assert.strictEqual((yield* legacy(FIXTURE, all[0]!.headers, "ping")).status, 200)
      assert.strictEqual((yield* legacy(FIXTURE, all[1]!.headers, "ping")).status, 404)
    }))

  it.effect("tell of changes to those who listen, and stop when they are gone", () =>
    Effect.gen(function*() {
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const { headers } = yield* begin(FIXTURE)
      yield* legacy(FIXTURE, headers, "resources/subscribe", { uri: "test://watched-resource" })
      const gone = new AbortController()
      const stream = yield* Effect.promise(() =>
        fetch(base + FIXTURE, { headers: { ...headers, accept: "text/event-stream" }, signal: gone.signal }))
      assert.strictEqual(stream.headers.get("content-type"), "text/event-stream")
      yield* legacy(FIXTURE, headers, "tools/call", { name: "test_trigger_resource_change" })
      const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
      let text = ""
      while (!text.includes("notifications/resources/updated")) text += (yield* Effect.promise(() => reader.read())).value ?? ""
      gone.abort()
      assert.strictEqual((yield* legacy(FIXTURE, headers, "ping")).status, 200)
    }))
})

describe("sessions that nobody uses", () => {
  it.effect("end after half an hour", () =>
    Effect.gen(function*() {
      const profile = yield* fixture
      const catalogue = catalogueOf(profile)
      const codec = createRequestStateCodec<any>({ key: new Uint8Array(32) })
      const { answer, size } = yield* sessionsOf(() => serverOf(profile, catalogue, codec, false))
      const body = {
        jsonrpc: "2.0", id: 0, method: "initialize",
        params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } }
      }
      const request = new Request("http://mcp.invalid/", {
        method: "POST", headers: { "content-type": "application/json", accept: "application/json, text/event-stream" }
      })
      yield* Effect.scoped(answer({
        request, body, address: "192.0.2.1", principal: "", authInfo: carry({ principal: "", context: Context.empty() })
      }))
      yield* TestClock.adjust("29 minutes")
      assert.strictEqual(size(), 1)
      yield* TestClock.adjust("3 minutes")
      assert.strictEqual(size(), 0)
    }))
})

describe("holders", () => {
  it("are bounded in all and for each network, and taken from who waited the longest", () => {
    const left: Array<string> = []
    const holders = new HolderLimit<{ readonly address: string; readonly name: string }>(3, 2, ({ name }) => left.push(name))
    const holder = (name: string, address: string) => ({ name, address })
    const [a, b, c, d, e] = [
      holder("a", "192.0.2.1"), holder("b", "192.0.2.1"), holder("c", "192.0.2.1"), holder("d", "192.0.2.2"), holder("e", "192.0.2.3")
    ]
    holders.take(a!)
    holders.take(b!)
    holders.touch(a!)
    holders.take(c!)
    assert.deepStrictEqual(left, ["b"])
    holders.take(d!)
    holders.take(e!)
    assert.deepStrictEqual(left, ["b", "a"])
    holders.release(c!)
    assert.deepStrictEqual(holders.values(), [d, e])
  })
})
