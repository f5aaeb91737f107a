import { createServer, type IncomingMessage } from "node:http"
import { readFileSync } from "node:fs"
import type { AddressInfo } from "node:net"
import { resolve } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { parse } from "yaml"
import { eventually } from "../support/eventually.ts"
import { migratedHome, serve } from "./service.ts"

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly name: string
  readonly attributes: ReadonlyArray<{ readonly key: string; readonly value: object }>
}

interface Received {
  readonly path: string
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}

/** A server of the test's own that takes what is posted to it. */
const receiver = Effect.acquireRelease(
  Effect.promise(async () => {
    const received: Array<Received> = []
    const server = createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk)).on("end", () => {
        received.push({ path: request.url!, headers: request.headers, body: Buffer.concat(chunks).toString() })
        response.writeHead(200, { "content-type": "application/json" }).end("{}")
      })
    })
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
    return { server, received, port: (server.address() as AddressInfo).port }
  }),
  ({ server }) => Effect.promise(() => new Promise((closed) => {
    server.closeAllConnections()
    server.close(closed)
  }))
)

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"

it.live("a request, its statements, a run with its steps and a webhook are traced to the collector, without addresses and keys", () =>
  Effect.scoped(Effect.gen(function*() {
    const collector = yield* receiver
    const hook = yield* receiver
    const service = yield* serve({
      DATA_DIR: yield* migratedHome, WEBHOOK_ALLOW_HTTP: "true", WEBHOOK_ALLOW_HOSTS: "127.0.0.1",
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}/`, OTEL_EXPORTER_OTLP_HEADERS: "X-Tenant=ours%20only"
    })
    const post = (path: string, body: object) => Effect.promise(async () => {
      const response = await fetch(`http://127.0.0.1:${service.port}/api/v1${path}`, {
        method: "POST", body: JSON.stringify(body),
        headers: { authorization: `Bearer ${service.key}`, "content-type": "application/json", traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }
      })
      assert.strictEqual(response.status, 201, await response.clone().text())
    })
    yield* post("/webhooks", { url: `http://127.0.0.1:${hook.port}/hook`, events: ["contact.created"] })
    yield* post("/crm/contacts", { first_name: "Call back" })
    yield* post("/crm/tasks", { title: "Write", due_at: new Date(Date.now() + 500).toISOString() })

    const spans = (): ReadonlyArray<Span> =>
      collector.received.flatMap(({ body }) => JSON.parse(body).resourceSpans).flatMap(({ scopeSpans }) => scopeSpans).flatMap(({ spans }) => spans)
    const found = (is: (span: Span) => boolean) =>
      eventually(Effect.sync(() => spans().find(is)), (span) => span !== undefined).pipe(Effect.map((span) => span!))

    const request = yield* found(({ name, traceId }) => traceId === TRACE && name.includes("/api/v1/crm/tasks"))
    assert.strictEqual(request.name, "POST /api/v1/crm/tasks")
    yield* found(({ name, traceId }) => traceId === TRACE && name.startsWith("sql"))
    yield* found(({ name }) => name.includes("crm.task_due"))
    const delivery = yield* found(({ name }) => name === "webhook.deliver")
    assert.strictEqual(hook.received[0]!.headers["traceparent"], `00-${delivery.traceId}-${delivery.spanId}-01`)

    assert.isTrue(collector.received.every(({ headers, path }) => path === "/v1/traces" && headers["x-tenant"] === "ours only"))
    const told = collector.received.map(({ body }) => body).join("")
    for (const word of [service.key, "url.full", "Call back"]) assert.notInclude(told, word)

    /* Figures of a workflow are there once a run of it has waited, and those of the archive of the log and of a standby where there is one. */
    const metrics = yield* Effect.promise(async () => (await fetch(`http://127.0.0.1:${service.port}/metrics`)).text())
    const source = (name: string) => readFileSync(resolve(import.meta.dirname, `../../layers/kernel/${name}.ts`), "utf8")
    const known = metrics + ["backlogs", "backups"].map((name) => source(`jobs/${name}`)).join("") + source("metrics").match(/"database_standby_\w+"/gu)!.join("")
    const rules = parse(readFileSync(resolve(import.meta.dirname, "../../src/alerts.yml"), "utf8"))
    for (const { alert, expr } of rules.groups[0].rules) {
      for (const [name] of expr.matchAll(/\b[a-z]+(?:_[a-z0-9]+)+\b/gu)) assert.include(known, name, alert)
    }
    service.signal("SIGTERM")
    assert.strictEqual((yield* service.ended).code, 0)
  })))
