import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { wire, type Received } from "../support/wire.ts"
import { migratedHome, serve, type Service } from "./service.ts"

class Served extends Context.Service<Served, Service>()("test/Served") {
  static readonly layer = Layer.effect(Served, Effect.flatMap(migratedHome, (dataDir) => serve({ DATA_DIR: dataDir })))
}

const sent = (bytes: (service: Service) => string) =>
  Effect.flatMap(Served, (service) => Effect.promise(() => wire(service.port, bytes(service))))

const refused = ({ headers, status, text }: Received, expected: number, code: string) => {
  assert.strictEqual(status, expected, text)
  const envelope = JSON.parse(text)
  assert.strictEqual(envelope.code, code)
  assert.strictEqual(envelope.request_id, headers.get("x-request-id"))
  assert.isAbove(envelope.message.length, 10)
  for (const name of ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"]) assert.match(headers.get(name) ?? "", /^\d+$/)
  assert.strictEqual(headers.get("content-type"), "application/json")
  assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
}

const post = ({ key }: Service, ...more: ReadonlyArray<string>) =>
  [`POST /api/v1/crm/contacts HTTP/1.1`, "Host: x", `Authorization: Bearer ${key}`, "Content-Type: application/json", "Connection: close", ...more, "", ""]
    .join("\r\n")

const large = JSON.stringify({ first_name: "Large", notes: "x".repeat(1_100_000) })

layer(Served.layer, { excludeTestServices: true })("requests that are not quite HTTP", (it) => {
  const cases: ReadonlyArray<readonly [string, string, number, string]> = [
    ["no HTTP at all", "hello\r\n\r\n", 400, "bad_request"],
    ["two hosts", "GET /health/ready HTTP/1.1\r\nHost: a\r\nhost: b\r\nConnection: close\r\n\r\n", 400, "bad_request"],
    ["no host", "GET /api/v1/crm/contacts HTTP/1.1\r\nConnection: close\r\n\r\n", 400, "bad_request"],
    ["a whole address as target", "GET http://a/api/v1/crm/contacts HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 400, "bad_request"],
    ["TRACE", "TRACE /api/v1/crm/contacts HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 405, "method_not_allowed"],
    ["CONNECT", "CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n", 405, "method_not_allowed"],
    ["a method nobody knows", "BREW / HTTP/1.1\r\nHost: a\r\n\r\n", 400, "bad_request"],
    ["headers over 16 KiB", `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${"x".repeat(17_000)}\r\n\r\n`, 431, "headers_too_large"],
    ["an address over 16 KiB", `GET /${"x".repeat(17_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431, "headers_too_large"],
    ["two lengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400, "bad_request"],
    ["a length and chunks", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400, "bad_request"]
  ]
  for (const [what, bytes, status, code] of cases) {
    it.effect(`${what}: ${status}`, () => Effect.map(sent(() => bytes), (answer) => refused(answer, status, code)))
  }

  it.effect("a body over 1 MiB is refused, its length told or not, and the connection ends", () =>
    Effect.gen(function*() {
      refused(yield* sent((service) => post(service, `Content-Length: ${large.length}`) + large), 413, "payload_too_large")
      const chunks = large.match(/.{1,65536}/gs)!.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join("")
      refused(yield* sent((service) => `${post(service, "Transfer-Encoding: chunked")}${chunks}0\r\n\r\n`), 413, "payload_too_large")
      // Told a length, it does not wait for the rest.
      refused(yield* sent((service) => post(service, "Content-Length: 5000000") + large), 413, "payload_too_large")
    }))

  it.effect("a compressed body is refused", () =>
    Effect.gen(function*() {
      refused(yield* sent((service) => `${post(service, "Content-Encoding: gzip", "Content-Length: 2")}ab`), 415, "unsupported_media_type")
    }))

  it.effect("an upgrade or an expectation is answered like any other request", () =>
    Effect.gen(function*() {
      const get = (more: string) => ({ key }: Service) =>
        `GET /api/v1/crm/contacts?limit=1 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n${more}\r\n\r\n`
      assert.strictEqual((yield* sent(get("Expect: pizza\r\nConnection: close"))).status, 200)
      const { port, key } = yield* Served
      const upgrade = get("Upgrade: websocket\r\nConnection: Upgrade, close\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==")
      assert.strictEqual((yield* Effect.promise(() => wire(port, upgrade({ key } as Service)))).status, 200)
    }))

  it.effect("serves on after all of that", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* sent(() => "GET /health/ready HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")).status, 200)
    }))
})
