import { globSync, readFileSync } from "node:fs"
import { resolve } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { eventKinds } from "#schemas/kernel/events"
import { OwnerSql } from "../support/database.ts"
import { goal } from "../support/goals.ts"
import { companyIds, TestServerWith, json, send } from "../support/test-server.ts"
import { addContact, create, deliveries, patch, post, settledLog } from "./calls.ts"
import { arrived, here, receiver, until } from "./receiver.ts"

layer(TestServerWith(here), { excludeTestServices: true })("webhooks", (it) => {
  it.effect("an endpoint is told of what it is subscribed to, in the form of the contract, in order", () =>
    Effect.gen(function*() {
      const endpoint = yield* receiver()
      const all = yield* receiver()
      const webhook = yield* create(endpoint.url, { events: ["contact.updated", "contact.created", "contact.created"] })
      assert.deepStrictEqual(webhook.events, ["contact.created", "contact.updated"])
      assert.deepInclude(webhook, { url: endpoint.url, enabled: true, livemode: true, disabled_at: null, version: 1 })
      yield* create(all.url, { events: ["*"] })
      const contact = yield* addContact("Grace")
      yield* patch(`/crm/contacts/${contact.id}`, { first_name: "Ada" })
      yield* send(`/crm/contacts/${contact.id}`, { key: "acme", method: "DELETE" })
      yield* arrived(endpoint, 2)
      yield* arrived(all, 3)
      const kinds = ({ received }: typeof all) => received.map(({ event }) => event.kind)
      assert.sameMembers(kinds(all), ["contact.created", "contact.updated", "contact.deleted"])
      assert.sameMembers(kinds(endpoint), ["contact.created", "contact.updated"])
      const [created, updated] = [...all.received].toSorted((a, b) => a.event.sequence - b.event.sequence).map(({ event }) => event)
      assert.strictEqual(updated.sequence, created.sequence + 1)
      assert.deepStrictEqual(created.data, { object: contact })
      assert.deepInclude(created, { kind: "contact.created", api_version: "v1", company_id: companyIds.acme, livemode: true })
      assert.deepInclude(created, { type: created.kind, timestamp: created.created_at })
      assert.match(created.id, /^evt_\d+$/)
      assert.match(created.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      assert.deepInclude(updated.data.object, { first_name: "Ada", version: 2 })
      assert.deepInclude(updated.data.previous, { first_name: "Grace", version: 1 })
    }))

  it.effect("the log says what was sent and what came back", () =>
    Effect.gen(function*() {
      const endpoint = yield* receiver((response) => void response.writeHead(202).end("gr\u00fc\u00df dich\u0000" + "x".repeat(5_000)))
      const webhook = yield* create(endpoint.url)
      yield* addContact("Grace")
      const [delivery] = yield* settledLog(webhook.id, 1)
      const [{ headers }] = endpoint.received as [any]
      assert.strictEqual(headers["x-service-delivery"], String(delivery.id))
      assert.strictEqual(headers["x-service-event"], "contact.created")
      assert.isUndefined(headers["x-service-replay"])
      assert.strictEqual(headers["content-type"], "application/json")
      assert.deepInclude(delivery, {
        webhook_id: webhook.id, event_id: headers["webhook-id"], kind: "contact.created", cause: "event", status: "succeeded",
        attempt_count: 1, next_attempt_at: null
      })
      assert.deepInclude(delivery.attempts[0], { status: 202, error: null })
      assert.isBelow(delivery.attempts[0].latency_ms, goal(5_000))
      assert.isTrue(delivery.answer.startsWith("gr\u00fc\u00df dich\ufffdxxx"))
      assert.strictEqual(Buffer.byteLength(delivery.answer.replace("\ufffd", "\u0000")), 2_048)
      const { json: shown } = yield* send(`/webhooks/${webhook.id}`, { key: "acme" })
      assert.deepInclude(shown.health, { success_rate: 1, succeeded: 1, failed: 0, pending: 0, last_error: null })
      assert.isString(shown.health.last_success_at)
    }))

  it.effect("a secret is shown once, kept from programs and from receipts", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const made = yield* create("https://hooks.acme.example/a")
      assert.match(made.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
      const own = yield* create("https://hooks.acme.example/a", { secret: "correct-horse-battery" })
      assert.strictEqual(own.secret, "correct-horse-battery")
      const { json: rotated } = yield* post(`/webhooks/${made.id}/secret`)
      assert.notStrictEqual(rotated.secret, made.secret)
      assert.approximately(Date.parse(rotated.previous_secret_until) - Date.now(), 86_400_000, 10_000)
      const answers = [
        yield* send(`/webhooks/${made.id}`, { key: "acme" }), yield* send("/webhooks?limit=200", { key: "acme" }),
        yield* patch(`/webhooks/${made.id}`, { description: "x" })
      ]
      for (const { text } of answers) for (const secret of [made.secret, own.secret, rotated.secret]) assert.notInclude(text, secret)
      const [kept] = yield* sql<any>`select secret, previous_secret from webhooks where id = ${made.id}`
      for (const text of [kept.secret, kept.previous_secret]) assert.match(text, /^sealed v1\.[\w-]+$/)
      assert.notStrictEqual(kept.secret, kept.previous_secret)
      const table = JSON.stringify(yield* sql<any>`select to_jsonb(w) as row from webhooks w`)
      for (const secret of [made.secret, own.secret, rotated.secret]) assert.notInclude(table, secret)
      const [told] = yield* sql<{ n: number }>`select count(*) as n from receipts r where strpos(to_jsonb(r)::text, ${made.secret}) > 0
        or strpos(to_jsonb(r)::text, ${rotated.secret}) > 0 or strpos(to_jsonb(r)::text, ${own.secret}) > 0`
      assert.strictEqual(told!.n, 0)
      for (const column of ["secret", "previous_secret", "*"]) {
        const read = sql.withTransaction(Effect.andThen(
          sql`set local role service_app`,
          Effect.andThen(sql`select set_config('app.company_id', '1', true)`, sql`select ${sql.literal(column)} from webhooks`)
        ))
        assert.strictEqual((yield* Effect.flip(read)).reason._tag, "AuthorizationError")
      }
      for (const secret of ["short", "whsec_nobase64!!!!!!!", "has space in it 1234", "\u00fcmlaut-secret-long-enough"]) {
        const refused = yield* post("/webhooks", { url: "https://hooks.acme.example/a", events: ["*"], secret })
        assert.deepStrictEqual([refused.status, refused.json.details[0].received], [422, "[redacted]"], refused.text)
      }
    }))

  it.effect("each mode has its own endpoints; what both modes share is told to both", () =>
    Effect.gen(function*() {
      const live = yield* receiver()
      const test = yield* receiver()
      const forLive = yield* create(live.url, { events: ["*"] })
      const forTest = yield* create(test.url, { events: ["*"], key: "acmeTest" })
      assert.isFalse(forTest.livemode)
      assert.strictEqual((yield* send(`/webhooks/${forTest.id}`, { key: "acme" })).status, 404)
      assert.strictEqual((yield* patch(`/webhooks/${forLive.id}`, { url: "https://evil.example/" }, "acmeTest")).status, 404)
      assert.strictEqual((yield* send(`/webhooks/${forLive.id}/deliveries`, { key: "acmeTest" })).status, 404)
      const { items } = (yield* send("/webhooks?limit=200", { key: "acmeTest" })).json
      assert.deepStrictEqual(items.map(({ id }: any) => id), [forTest.id])
      yield* addContact("Live")
      yield* addContact("Test", "acmeTest")
      const sql = yield* OwnerSql
      for (const livemode of [true, false]) {
        yield* sql`insert into events (company_id, kind, livemode, request_id, data)
          values (${companyIds.acme}, 'payment.succeeded', ${livemode}, 'r', '{"object": {"id": 1}}')`
      }
      yield* arrived(live, 3)
      yield* arrived(test, 3)
      const told = ({ received }: typeof live) => received.map(({ event }) => `${event.kind} ${event.livemode}`)
      assert.sameMembers(told(live), ["contact.created true", "contact.created false", "payment.succeeded true"])
      assert.sameMembers(told(test), ["contact.created true", "contact.created false", "payment.succeeded false"])
    }))

  it.effect("an endpoint is told of nothing that was before it, of no other company, and of nothing once it is off or gone", () =>
    Effect.gen(function*() {
      yield* addContact("Before", "bolt")
      const endpoint = yield* receiver()
      const webhook = yield* create(endpoint.url, { key: "bolt" })
      yield* addContact("Elsewhere")
      yield* addContact("First", "bolt")
      yield* arrived(endpoint, 1)
      const off = yield* patch(`/webhooks/${webhook.id}`, { enabled: false }, "bolt")
      assert.deepInclude(off.json, { enabled: false, disabled_reason: "by_request", version: 2 })
      yield* addContact("While off", "bolt")
      assert.strictEqual((yield* post(`/webhooks/${webhook.id}/test`, {}, "bolt")).status, 409)
      assert.deepInclude((yield* patch(`/webhooks/${webhook.id}`, { enabled: true }, "bolt")).json, { enabled: true, disabled_at: null, disabled_reason: null })
      yield* addContact("On again", "bolt")
      yield* arrived(endpoint, 2)
      assert.strictEqual((yield* send(`/webhooks/${webhook.id}`, { key: "bolt", method: "DELETE" })).status, 200)
      assert.strictEqual((yield* send(`/webhooks/${webhook.id}`, { key: "bolt" })).status, 404)
      yield* addContact("Too late", "bolt")
      yield* Effect.sleep("200 millis")
      assert.deepStrictEqual(endpoint.received.map(({ event }) => event.data.object.first_name), ["First", "On again"])
    }))

  it.effect("a test event goes to its endpoint only, whatever it is subscribed to", () =>
    Effect.gen(function*() {
      const endpoint = yield* receiver()
      const other = yield* receiver()
      const webhook = yield* create(endpoint.url, { events: ["order.paid"] })
      yield* create(other.url, { events: ["*"] })
      const { json: delivery, status } = yield* post(`/webhooks/${webhook.id}/test`)
      assert.strictEqual(status, 202)
      yield* arrived(endpoint, 1)
      const [{ event, headers }] = endpoint.received as [any]
      assert.deepInclude(event, { kind: "test.ping", id: delivery.event_id, data: { object: { id: webhook.id, url: webhook.url } } })
      assert.strictEqual(headers["x-service-delivery"], String(delivery.id))
      assert.isNumber(event.sequence)
      assert.deepInclude((yield* settledLog(webhook.id, 1))[0], { cause: "test", status: "succeeded" })
      assert.lengthOf(other.received, 0)
    }))

  it.effect("one delivery can be sent again, also one that arrived", () =>
    Effect.gen(function*() {
      const endpoint = yield* receiver()
      const webhook = yield* create(endpoint.url)
      yield* addContact("Again")
      const [first] = yield* settledLog(webhook.id, 1)
      const { json: again, status } = yield* post(`/webhooks/deliveries/${first.id}/retry`)
      assert.strictEqual(status, 200)
      assert.deepInclude(again, { id: first.id, status: "pending" })
      yield* arrived(endpoint, 2)
      const [second] = yield* until(deliveries(webhook.id), ([one]) => one.attempt_count === 2)
      assert.deepInclude(second, { id: first.id, status: "succeeded" })
      assert.lengthOf(second.attempts, 2)
      const [a, b] = endpoint.received as [any, any]
      assert.deepStrictEqual([a.body, a.headers["webhook-id"]], [b.body, b.headers["webhook-id"]])
      assert.strictEqual((yield* post(`/webhooks/deliveries/${first.id}/retry`, {}, "bolt")).status, 404)
      assert.strictEqual((yield* post(`/webhooks/deliveries/${first.id}/retry`, {}, "acmeTest")).status, 404)
      yield* patch(`/webhooks/${webhook.id}`, { enabled: false })
      assert.strictEqual((yield* post(`/webhooks/deliveries/${first.id}/retry`)).status, 409)
    }))

  it.effect("the log is filtered and counted", () =>
    Effect.gen(function*() {
      const endpoint = yield* receiver()
      const webhook = yield* create(endpoint.url, { events: ["*"] })
      const contact = yield* addContact("Filtered")
      yield* patch(`/crm/contacts/${contact.id}`, { first_name: "Changed" })
      yield* post(`/webhooks/${webhook.id}/test`)
      yield* settledLog(webhook.id, 3)
      const total = (query: string) =>
        Effect.map(send(`/webhooks/${webhook.id}/deliveries${query}`, { key: "acme" }), ({ json }) => json.total)
      assert.strictEqual(yield* total(""), 3)
      assert.strictEqual(yield* total("?status=succeeded"), 3)
      assert.strictEqual(yield* total("?status=failed"), 0)
      assert.strictEqual(yield* total("?kind=contact.updated"), 1)
    }))

  it.effect("a change is refused that was made from an older version, and the same key gives the same webhook", () =>
    Effect.gen(function*() {
      const body = json({ url: "https://hooks.acme.example/twice", events: ["*"] })
      const once = () => send("/webhooks", { key: "acme", method: "POST", ...body, headers: { "idempotency-key": "hook-1" } })
      const [first, second] = [yield* once(), yield* once()]
      assert.strictEqual(first.text, second.text)
      const guarded = (tag: string) =>
        send(`/webhooks/${first.json.id}`, { key: "acme", method: "PATCH", ...json({ description: tag }), headers: { "if-match": tag } })
      assert.deepStrictEqual([(yield* guarded("\"1\"")).status, (yield* guarded("\"1\"")).status], [200, 412])
    }))

  it.effect("kinds of events are listed, each with its schema and an example that keeps to it", () =>
    Effect.gen(function*() {
      const { json } = yield* send("/webhooks/events?limit=200", { key: "acme" })
      assert.strictEqual(json.total, json.items.length)
      const { Ajv2020 } = yield* Effect.promise(() => import("ajv/dist/2020.js"))
      const formats = yield* Effect.promise(() => import("ajv-formats"))
      const ajv = new Ajv2020({ strict: false })
      formats.default.default(ajv as never)
      for (const { description, example, kind, schema } of json.items) {
        assert.match(description, /^[A-Z].*\.$/)
        assert.isTrue(ajv.validate(schema, example), `${kind} ${JSON.stringify(ajv.errors)}`)
        assert.strictEqual(example.kind, kind)
      }
      const refused = yield* post("/webhooks", { url: "https://hooks.acme.example/", events: ["contact.created", "nonsense.*"] })
      assert.deepStrictEqual([refused.status, refused.json.details[0].field], [422, "events[1]"])
    }))

  it.effect("only kinds are listed that the service sends, and all that it sends", () =>
    Effect.gen(function*() {
      const { json } = yield* send("/webhooks/events?limit=200", { key: "acme" })
      const root = resolve(import.meta.dirname, "../..")
      const sources = ["layers", "workflows"]
        .flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root }))
        .map((file) => readFileSync(resolve(root, file), "utf8").replaceAll(/\/\*[^]*?\*\//g, ""))
      const sent = eventKinds.filter((kind) => sources.some((text) => text.includes(`"${kind}"`) || text.includes(`'${kind}'`)))
      assert.sameMembers(json.items.map(({ kind }: any) => kind), sent)
    }))

  it.effect("which kinds belong to a mode is told alike by the database and the contract", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const rows = yield* sql<{ kind: string }>`select kind from unnest(${[...eventKinds]}::text[]) kind where is_mode_bound(kind)`
      const bound = new Set(rows.map(({ kind }) => kind.split(".")[0]))
      const expected = ["order", "payment", "invoice", "quote", "subscription", "cart", "fulfillment", "return", "inventory", "appointment", "message", "call"]
      assert.sameMembers([...bound], expected)
    }))
})

layer(TestServerWith({ ...here, webhooksPerCompany: 2 }), { excludeTestServices: true })("a company", (it) => {
  it.effect("has as many webhooks as it may have, in each mode, and a removed one makes room", () =>
    Effect.gen(function*() {
      const url = "https://hooks.acme.example/"
      const first = yield* create(url)
      yield* create(url)
      yield* create(url, { key: "acmeTest" })
      const third = yield* post("/webhooks", { url, events: ["*"] })
      assert.deepStrictEqual([third.status, third.json.message], [409, "There are 2 webhooks; there may be 2."])
      yield* send(`/webhooks/${first.id}`, { key: "acme", method: "DELETE" })
      yield* create(url)
    }))
})
