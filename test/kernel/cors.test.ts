import { assert, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { TestServerWith, send } from "../support/test-server.ts"

const origin = "https://app.example.com"
const preflight = (origin: string) =>
  send("/crm/contacts", {
    method: "OPTIONS",
    headers: {
      origin, "access-control-request-method": "POST", "access-control-request-headers": "authorization,content-type"
    }
  })

const listOf = (text: string | null) => (text ?? "").split(", ")

layer(TestServerWith({ corsOrigins: [origin], siteUrl: Option.some("https://service.example.com"), publicRateLimit: 40 }), {
  excludeTestServices: true
})("a page of an allowed origin", (it) => {
  it.effect("may ask with every header the service reads, and reads every header it answers with", () =>
    Effect.gen(function*() {
      const { headers, status } = yield* preflight(origin)
      assert.strictEqual(status, 204)
      assert.strictEqual(headers.get("access-control-allow-origin"), origin)
      assert.strictEqual(headers.get("vary"), "Origin")
      assert.includeMembers(listOf(headers.get("access-control-allow-methods")), ["GET", "POST"])
      assert.includeMembers(listOf(headers.get("access-control-allow-headers")).map((name) => name.toLowerCase()), [
        "authorization", "content-type", "idempotency-key", "if-match", "if-none-match", "x-request-id", "x-service-agent",
        "x-service-session", "x-service-confirmation"
      ])
      assert.match(headers.get("access-control-max-age")!, /^\d+$/)
      const sent = yield* send("/crm/contacts", { key: "acme", headers: { origin } })
      assert.strictEqual(sent.headers.get("access-control-allow-origin"), origin)
      assert.includeMembers(listOf(sent.headers.get("access-control-expose-headers")).map((name) => name.toLowerCase()), [
        "etag", "location", "x-request-id", "idempotent-replayed", "retry-after", "x-ratelimit-remaining", "ratelimit"
      ])
    }))

  it.effect("reads refusals too", () =>
    Effect.gen(function*() {
      const refusals = [
        send("/crm/contacts", { headers: { origin } }),
        send("/crm/contacts/999999", { key: "acme", headers: { origin } }),
        send("/crm/contacts?limit=0", { key: "acme", headers: { origin } }),
        send("/crm/contacts", { key: "acme", method: "PUT", headers: { origin } }),
        send("/nowhere", { headers: { origin } })
      ]
      const statuses: Array<number> = []
      for (const refusal of refusals) {
        const { headers, status } = yield* refusal
        statuses.push(status)
        assert.strictEqual(headers.get("access-control-allow-origin"), origin, String(status))
        assert.isNull(headers.get("access-control-allow-credentials"))
      }
      assert.deepStrictEqual(statuses, [401, 404, 422, 405, 404])
    }))

  it.effect("is another's concern when the origin is another", () =>
    Effect.gen(function*() {
      for (const other of ["https://evil.example", "http://app.example.com", `${origin}.evil.example`, "null", ""]) {
        for (
          const sent of [yield* preflight(other), yield* send("/crm/contacts", { key: "acme", headers: { origin: other } })]
        ) {
          assert.isNull(sent.headers.get("access-control-allow-origin"), other)
          assert.isNull(sent.headers.get("access-control-allow-methods"), other)
          assert.strictEqual(sent.headers.get("vary"), "Origin")
        }
      }
    }))

  it.effect("is kept on TLS where the site is", () =>
    Effect.gen(function*() {
      for (const sent of [yield* send("/crm/contacts", { key: "acme" }), yield* send("/nowhere")]) {
        assert.match(sent.headers.get("strict-transport-security") ?? "", /^max-age=\d{8}$/u, "subdomains only where a setting says so")
      }
    }))

  it.effect("reads that it asks too often", () =>
    Effect.gen(function*() {
      const sent = yield* send("/nowhere", { headers: { origin } }).pipe(
        Effect.repeat({ until: ({ status }) => status === 429 })
      )
      assert.strictEqual(sent.headers.get("access-control-allow-origin"), origin)
      assert.isNotNull(sent.headers.get("retry-after"))
    }))
})

layer(TestServerWith({ corsOrigins: ["*"] }), { excludeTestServices: true })("a page of any origin", (it) => {
  it.effect("may ask where all may", () =>
    Effect.gen(function*() {
      const { headers } = yield* send("/crm/contacts", { key: "acme", headers: { origin: "https://anybody.example" } })
      assert.strictEqual(headers.get("access-control-allow-origin"), "*")
      assert.isNull(headers.get("strict-transport-security"))
    }))
})

layer(TestServerWith(), { excludeTestServices: true })("without origins", (it) => {
  it.effect("no page may ask", () =>
    Effect.gen(function*() {
      for (const sent of [yield* preflight(origin), yield* send("/crm/contacts", { key: "acme", headers: { origin } })]) {
        for (const [name] of sent.headers) assert.notMatch(name, /^access-control/)
      }
    }))
})
