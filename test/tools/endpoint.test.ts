import { request } from "node:http"
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { TestServerWith, json, send } from "../support/test-server.ts"
import { all } from "./asking.ts"

const AT = "/api/mcp"

interface Raw {
  readonly status: number
  readonly headers: NodeJS.Dict<string | Array<string>>
  readonly body: Buffer
}

/** Node's own client: `fetch` undoes compression and chooses some headers itself. */
const raw = (method: string, headers: Record<string, string> = {}, body?: string | Buffer) =>
  Effect.flatMap(HttpServer.addressFormattedWith(Effect.succeed), (base) =>
    Effect.promise(() =>
      new Promise<Raw>((resolve, reject) => {
        const sent = request(base + AT, { method, headers }, (response) => {
          const parts: Array<Buffer> = []
          response.on("data", (part: Buffer) => parts.push(part))
          response.on("end", () => resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(parts) }))
        })
        sent.on("error", reject)
        sent.end(body)
      })))

layer(TestServerWith(), { excludeTestServices: true })("the public endpoint over HTTP", (it) => {
  it.effect("GET tells what it is, as the interface says, and the same when it is asked with a query", () =>
    Effect.gen(function*() {
      const { headers, json: info, status } = yield* send(AT)
      assert.strictEqual(status, 200)
      assert.hasAllKeys(info, ["name", "version", "tools"])
      assert.strictEqual(info.version, "1.1.0")
      assert.lengthOf(info.tools, all.length)
      for (const tool of info.tools) {
        assert.hasAllKeys(tool, ["name", "description", "inputSchema"])
        assert.strictEqual(tool.inputSchema.type, "object")
      }
      assert.isNotNull(headers.get("x-request-id"))
      assert.isNotNull(headers.get("x-ratelimit-remaining"))
      assert.deepStrictEqual((yield* send(`${AT}?utm=1`)).json, info)
      const listed = yield* send(AT, { method: "POST", ...json({ type: "list_tools" }) })
      assert.deepStrictEqual(listed.json, { success: true, data: { tools: info.tools } })
    }))

  it.effect("what is known is not sent again, and what is compressed is the same", () =>
    Effect.gen(function*() {
      const plain = yield* raw("GET")
      const again = yield* raw("GET", { "if-none-match": String(plain.headers["etag"]) })
      assert.deepStrictEqual([again.status, again.body.length], [304, 0])
      for (const [encoding, undo] of [["br", brotliDecompressSync], ["zstd", zstdDecompressSync], ["gzip", gunzipSync]] as const) {
        const packed = yield* raw("GET", { "accept-encoding": `deflate, ${encoding};q=0.9` })
        assert.strictEqual(packed.headers["content-encoding"], encoding)
        assert.strictEqual(packed.headers["vary"], "Accept-Encoding")
        assert.notStrictEqual(packed.headers["etag"], plain.headers["etag"])
        assert.isTrue(undo(packed.body).equals(plain.body))
      }
      assert.isUndefined((yield* raw("GET", { "accept-encoding": "br;q=0, identity" })).headers["content-encoding"])
      const head = yield* raw("HEAD")
      assert.deepStrictEqual([head.status, head.body.length, head.headers["content-length"]], [200, 0, plain.headers["content-length"]])
    }))

  it.effect("any page may ask in plain requests", () =>
    Effect.gen(function*() {
      const preflight = yield* raw("OPTIONS", {
        origin: "https://elsewhere.example", "access-control-request-method": "POST", "access-control-request-headers": "content-type"
      })
      assert.strictEqual(preflight.status, 204)
      assert.strictEqual(preflight.headers["access-control-allow-origin"], "*")
      assert.match(String(preflight.headers["access-control-allow-methods"]), /POST/u)
      assert.match(String(preflight.headers["access-control-allow-headers"]), /Content-Type.*MCP-Protocol-Version/u)
      const asked = yield* raw("POST", { origin: "https://elsewhere.example" }, JSON.stringify({ type: "call_tool", tool: "get_pricing" }))
      assert.deepStrictEqual([asked.status, asked.headers["access-control-allow-origin"]], [200, "*"])
    }))

  it.effect("other methods and other bodies get the envelope, whose status is that of the answer", () =>
    Effect.gen(function*() {
      const cases: ReadonlyArray<readonly [method: string, body: string | Buffer, status: number]> = [
        ["PUT", "{}", 405], ["PATCH", "{}", 405], ["POST", "", 400], ["POST", Buffer.from([0x7b, 0xff, 0x7d]), 400],
        ["POST", JSON.stringify({ type: "call_tool", tool: "get_pricing", arguments: { note: "x".repeat(1_100_000) } }), 413]
      ]
      for (const [method, body, status] of cases) {
        const answer = yield* raw(method, {}, body)
        const { error, success } = JSON.parse(answer.body.toString())
        assert.deepStrictEqual([answer.status, success, error.status, error.code], [status, false, status, "request.malformed"], method)
        if (status === 405) assert.strictEqual(answer.headers["allow"], "GET, HEAD, POST, OPTIONS")
      }
    }))

  it.effect("the page that an error's docs_url leads to has its anchor", () =>
    Effect.gen(function*() {
      const { json: refusal } = yield* send(AT, { method: "POST", ...json({ type: "call_tool", tool: "nothing" }) })
      const { hash, pathname } = new URL(refusal.error.docs_url)
      assert.include((yield* send(pathname)).text, `id="${hash.slice(1)}"`)
    }))
})

layer(TestServerWith({ publicRateLimit: 3 }), { excludeTestServices: true })("one address more than its share", (it) => {
  it.effect("is refused in the envelope, with the time to wait, in both languages", () =>
    Effect.gen(function*() {
      for (let n = 0; n < 3; n++) assert.strictEqual((yield* send(AT)).status, 200)
      const mcp = { jsonrpc: "2.0", id: 1, method: "tools/list" }
      for (const [method, body] of [["GET", undefined], ["POST", json({ type: "list_tools" })], ["POST", json(mcp)]] as const) {
        const { headers, json: refusal, status } = yield* send(AT, { method, ...body })
        assert.deepStrictEqual([status, refusal.success, refusal.error.code, refusal.error.status], [429, false, "rate_limit.exceeded", 429])
        assert.match(refusal.error.hint, /Wait \d+ s/u)
        assert.isAbove(Number(headers.get("retry-after")), 0)
        assert.strictEqual(headers.get("x-ratelimit-remaining"), "0")
      }
    }))
})
