import { assert, it, layer } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { createServer } from "node:net"
import { TestServerWith } from "../support/test-server.ts"
import { port, type Received, wire } from "../support/wire.ts"
import { freePort, migratedHome, run, serve } from "./service.ts"

const TOKEN = "0123456789abcdef.~+/-_=="

const asked = (listening: number, path: string, authorization?: string, method = "GET") =>
  Effect.promise(() => wire(listening, [
    `${method} ${path} HTTP/1.1`, "Host: x", "Connection: close", ...authorization === undefined ? [] : [`Authorization: ${authorization}`], "", ""
  ].join("\r\n")))

const isTold = ({ headers, status, text }: Received) => {
  assert.strictEqual(status, 200, text)
  assert.strictEqual(headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8")
  assert.include(text, "process_resident_memory_bytes")
}

const isNotTold = ({ headers, status, text }: Received, why: string) => {
  assert.deepStrictEqual([status, JSON.parse(text).code, headers.get("www-authenticate")], [401, "unauthorized", "Bearer realm=\"metrics\""], why)
  assert.notInclude(text, TOKEN)
}

const wrong = [
  undefined, "", "Bearer", "Bearer ", `Basic ${TOKEN}`, TOKEN, `Bearer ${TOKEN.slice(0, -1)}`, `Bearer ${TOKEN}x`, `Bearer  ${TOKEN}`, `Bearer ${TOKEN} ${TOKEN}`,
  `Bearer ${TOKEN.toUpperCase()}`
]

const guarded = (listening: number) =>
  Effect.gen(function*() {
    for (const authorization of wrong) {
      isNotTold(yield* asked(listening, "/metrics", authorization), String(authorization))
      const head = yield* asked(listening, "/metrics", authorization, "HEAD")
      assert.deepStrictEqual([head.status, head.text], [401, ""])
    }
    isTold(yield* asked(listening, "/metrics", `Bearer ${TOKEN}`))
    isTold(yield* asked(listening, "/metrics", `bearer ${TOKEN}`))
    for (const path of ["//metrics", "/METRICS", "/metrics;a", "/metrics/", "/%6detrics", "/metrics?a"]) {
      assert.notStrictEqual((yield* asked(listening, path)).status, 200, path)
    }
  })

layer(TestServerWith({ metricsToken: Option.some(Redacted.make(TOKEN)) }), { excludeTestServices: true })("METRICS_TOKEN", (it) => {
  it.effect("is needed for /metrics and for nothing else", () =>
    Effect.gen(function*() {
      const listening = yield* port
      yield* guarded(listening)
      assert.strictEqual((yield* asked(listening, "/health/live")).status, 200)
    }))

  it.effect("is guessed at no faster than a stranger may ask, while those who have it are not counted", () =>
    Effect.gen(function*() {
      const listening = yield* port
      const left = ({ headers }: Received) => Number(headers.get("x-ratelimit-remaining"))
      const first = left(yield* asked(listening, "/metrics", "Bearer guess"))
      assert.strictEqual(left(yield* asked(listening, "/metrics", "Bearer guess")), first - 1)
      isTold(yield* asked(listening, "/metrics", `Bearer ${TOKEN}`))
      assert.strictEqual(left(yield* asked(listening, "/metrics", "Bearer guess")), first - 2)
    }))
})

it.live("METRICS_PORT takes /metrics away from PORT, and nothing says the token", () =>
  Effect.scoped(Effect.gen(function*() {
    const dataDir = yield* migratedHome
    const own = yield* freePort
    const service = yield* serve({ DATA_DIR: dataDir, METRICS_PORT: String(own), METRICS_TOKEN: TOKEN })
    for (const authorization of [undefined, `Bearer ${TOKEN}`]) {
      const there = yield* asked(service.port, "/metrics", authorization)
      assert.deepStrictEqual([there.status, JSON.parse(there.text).code], [404, "not_found"])
    }
    yield* guarded(own)
    for (const path of ["/", "/health/live", "/dashboard", "/api/v1/agent/verbs", "/metrics/x"]) {
      const { status, text } = yield* asked(own, path, `Bearer ${TOKEN}`)
      assert.deepStrictEqual([status, JSON.parse(text).code], [404, "not_found"], path)
    }
    assert.strictEqual((yield* asked(own, "/metrics", `Bearer ${TOKEN}`, "POST")).status, 405)
    const head = yield* asked(own, "/metrics", `Bearer ${TOKEN}`, "HEAD")
    assert.deepStrictEqual([head.status, head.text], [200, ""])
    const doctor = yield* run(["doctor", "--json"], { DATA_DIR: dataDir, METRICS_TOKEN: TOKEN, METRICS_PORT: String(own) })
    assert.notInclude(doctor.out + doctor.err + service.said.out + service.said.err, TOKEN)
    service.signal("SIGTERM")
    assert.strictEqual((yield* service.ended).code, 0)
  })))

it.live("METRICS_PORT in use stops the start with one sentence", () =>
  Effect.scoped(Effect.gen(function*() {
    const dataDir = yield* migratedHome
    const taken = yield* Effect.acquireRelease(
      Effect.promise(() => new Promise<ReturnType<typeof createServer>>((resolve) => {
        const server = createServer().listen(0, "127.0.0.1", () => resolve(server))
      })),
      (server) => Effect.sync(() => void server.close())
    )
    const { port } = taken.address() as { readonly port: number }
    const { code, err } = yield* run(["serve"], { DATA_DIR: dataDir, METRICS_PORT: String(port), LOG_LEVEL: "silent" })
    assert.strictEqual(code, 1)
    assert.include(err, `Port ${port} of 127.0.0.1 is in use: stop what listens there, or set METRICS_PORT to another.`)
  })))
