import { assert, layer } from "@effect/vitest"
import { Effect, type Layer, type Scope } from "effect"
import type { Operation } from "#schemas/kernel/catalog"
import { TestServer, send, type Sent } from "../support/test-server.ts"
import { settled } from "../support/journal.ts"
import { addressOf, catalog, exampleOf, perform, sendCall } from "./examples.ts"
import { coverage, isDeclaredRefusal, isProper, isRefusal, looks, requestId, sendMinimal } from "./probe.ts"
import { faultsOfRefusal } from "./shape.ts"

const { isAsEver, passed } = coverage("http", {
  "answers HEAD as GET without the body": looks.read,
  "says nothing again to whoever has it": looks.read,
  "refuses in the form of RFC 9457 too": () => true,
  "answers with what every answer carries": () => true,
  "says where what it made is read": ({ successStatus }) => successStatus === 201,
  "keeps to the bounds of a page": looks.list,
  "walks all pages by offset and by cursor alike": looks.list
})

const paths = [...Map.groupBy(catalog, ({ path }) => path)]
const verbs = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const

/** What may differ between two answers to the same question. */
const varying = new Set(
  ["date", "connection", "keep-alive", "transfer-encoding", "x-request-id", "x-service-visitor", "x-ratelimit-remaining", "x-ratelimit-reset", "ratelimit"]
)
const lasting = ({ headers }: Sent) => Object.fromEntries([...headers].filter(([name]) => !varying.has(name)))

/** Lists of what changes by itself: a run that waited goes on, and a calendar is asked again. */
const goingOn = new Set(["list_workflow_runs", "list_workflow_batches", "list_calendar_connections"])

layer(TestServer, { excludeTestServices: true })("every address", (it) => {
  const probe = <E>(entry: Operation, what: Parameters<typeof passed>[1], run: Effect.Effect<void, E, Layer.Success<typeof TestServer> | Scope.Scope>) =>
    it.effect(`${entry.name} ${what}`, () => Effect.tap(run, () => Effect.sync(() => passed(entry, what))))

  for (const [path, entries] of paths) {
    const url = addressOf(entries[0]!, { params: {}, query: {} })
    const methods = entries.map(({ method }) => method)
    const allowed = [...methods, ...methods.includes("GET") ? ["HEAD"] : [], "OPTIONS"]

    it.effect(`${path} names the methods it knows`, () =>
      Effect.gen(function*() {
        for (const method of verbs.filter((method) => !methods.includes(method))) {
          const id = requestId()
          const sent = yield* send(url, { method, key: "acme", headers: { "x-request-id": id } })
          isRefusal(sent, id, "method_not_allowed")
          assert.sameMembers(sent.headers.get("allow")!.split(", "), allowed)
        }
        const id = requestId()
        const sent = yield* send(url, { method: "OPTIONS", headers: { "x-request-id": id } })
        assert.strictEqual(sent.status, 204)
        assert.strictEqual(sent.text, "")
        assert.sameMembers(sent.headers.get("allow")!.split(", "), allowed)
        isProper(sent, id)
      }))
  }

  for (const entry of catalog.filter(({ method }) => method === "GET")) {
    probe(entry, "answers HEAD as GET without the body",
      Effect.gen(function*() {
        const call = yield* exampleOf(entry, "acme")
        const full = yield* sendCall(entry, call, { key: "acme" })
        assert.strictEqual(full.status, entry.successStatus, full.text)
        const id = requestId()
        const head = yield* sendCall(entry, call, { key: "acme", method: "HEAD", headers: { "x-request-id": id } })
        assert.strictEqual(head.status, full.status)
        assert.strictEqual(head.text, "")
        assert.deepStrictEqual(lasting(head), lasting(full))
        isProper(head, id)
        const refused = yield* sendMinimal(entry, { method: "HEAD", headers: { "x-request-id": id } })
        assert.strictEqual(refused.status, entry.access === "public" ? refused.status : 401)
        assert.strictEqual(refused.text, "")
        isProper(refused, id)
      }))

    probe(entry, "says nothing again to whoever has it",
      Effect.gen(function*() {
        const call = yield* exampleOf(entry, "acme")
        const full = yield* sendCall(entry, call, { key: "acme" })
        const etag = full.headers.get("etag")
        if (etag === null || entry.noConditionalGet) return
        const id = requestId()
        for (const tags of [etag, `"none", ${etag}`, `W/${etag}`, "*"]) {
          const again = yield* sendCall(entry, call, { key: "acme", headers: { "if-none-match": tags, "x-request-id": id } })
          assert.strictEqual(again.status, 304, tags)
          assert.strictEqual(again.text, "")
          assert.strictEqual(again.headers.get("etag"), etag)
          isProper(again, id)
        }
        const other = yield* sendCall(entry, call, { key: "acme", headers: { "if-none-match": "\"none\"" } })
        assert.strictEqual(other.status, 200)
      }))
  }

  for (const entry of catalog) {
    probe(entry, "refuses in the form of RFC 9457 too",
      Effect.gen(function*() {
        const id = requestId()
        const headers = { "x-request-id": id, "accept": "application/problem+json" }
        const refused = entry.access === "public"
          ? yield* send(`${addressOf(entry, { params: {}, query: {} })}/none`, { headers })
          : yield* sendMinimal(entry, { headers })
        assert.strictEqual(refused.headers.get("content-type"), "application/problem+json")
        const { detail, status, title, type, ...ours } = refused.json
        assert.deepStrictEqual([type, status, detail], [`/docs#error-${ours.code}`, refused.status, ours.message])
        assert.isString(title)
        isProper(refused, id)
        assert.deepStrictEqual(faultsOfRefusal(refused.status, ours), [])
        assert.strictEqual(ours.request_id, id)
      }))

    probe(entry, "answers with what every answer carries",
      Effect.gen(function*() {
        const call = yield* exampleOf(entry, "acme")
        const id = requestId()
        const sent = yield* sendCall(entry, call, { key: "acme", headers: { "x-request-id": id } })
        assert.strictEqual(sent.status, entry.successStatus, sent.text)
        isProper(sent, id)
        if (entry.deprecated === undefined) return assert.isNull(sent.headers.get("sunset"))
        assert.strictEqual(sent.headers.get("deprecation"), `@${Date.parse(entry.deprecated.since) / 1_000}`)
        assert.strictEqual(Date.parse(sent.headers.get("sunset")!), Date.parse(entry.deprecated.sunset))
        assert.strictEqual(sent.headers.get("link"), `<${entry.deprecated.successor}>; rel="successor-version"`)
      }))
  }

  for (const entry of catalog.filter(({ successStatus }) => successStatus === 201)) {
    probe(entry, "says where what it made is read",
      Effect.gen(function*() {
        const sent = yield* perform(entry, "acme")
        assert.strictEqual(sent.status, 201, sent.text)
        const place = sent.headers.get("location")
        if (entry.location === undefined) return assert.isNull(place)
        const read = yield* send(place!, { key: "acme" })
        assert.strictEqual(read.status, 200, read.text)
        assert.strictEqual(read.json.id, sent.json.id)
      }))
  }

  for (const entry of catalog.filter(({ list }) => list)) {
    probe(entry, "keeps to the bounds of a page",
      Effect.gen(function*() {
        const call = yield* exampleOf(entry, "acme")
        const paged = (query: Record<string, unknown>) => ({ ...call, query })
        const wrong = [
          ["limit", "0"], ["limit", "201"], ["limit", "-1"], ["limit", "x"], ["limit", "1.5"], ["limit", ""], ["limit", "1e400"],
          ["offset", "-1"], ["offset", "x"], ["offset", "9007199254740992"],
          ["cursor", "!"], ["cursor", "abc"], ["cursor", "x".repeat(500)],
          ["cursor", Buffer.from("[\"id\",null]").toString("base64url")]
        ] as const
        for (const [field, value] of wrong) {
          const id = requestId()
          const sent = yield* sendCall(entry, paged({ [field]: value }), { key: "acme", headers: { "x-request-id": id } })
          assert.strictEqual(sent.status, 422, `${field}=${value} ${sent.text}`)
          isDeclaredRefusal(entry, sent, id, "validation_error")
          assert.deepStrictEqual([...new Set(sent.json.details.map(({ field }: any) => field))], [field])
        }
        const { json: whole } = yield* sendCall(entry, paged({}), { key: "acme" })
        assert.deepStrictEqual([whole.limit, whole.offset], [50, 0])
        for (const [field, value] of [["limit", 1], ["limit", 200], ["offset", 9007199254740991]] as const) {
          const { json, status, text } = yield* sendCall(entry, paged({ [field]: value }), { key: "acme" })
          assert.strictEqual(status, 200, text)
          assert.strictEqual(json[field], value)
          assert.strictEqual(json.total, whole.total)
          assert.isAtMost(json.items.length, json.limit)
        }
      }))

    probe(entry, "walks all pages by offset and by cursor alike",
      Effect.gen(function*() {
        const maker = catalog.find(
          ({ method, path, successStatus }) => method === "POST" && path === entry.path && successStatus === 201
        )
        if (maker !== undefined) yield* Effect.repeat(perform(maker, "acme"), { times: 2 })
        const call = yield* exampleOf(entry, "acme")
        const paged = (query: Record<string, unknown>) => Effect.map(
          sendCall(entry, { ...call, query }, { key: "acme" }),
          ({ json }) => json
        )
        yield* settled
        const { items, total } = yield* paged({ limit: 200 })
        assert.strictEqual(items.length, Math.min(total, 200))
        const walked: Array<unknown> = []
        let cursor: string | null | undefined
        while (cursor !== null && walked.length < items.length) {
          const page = yield* paged({ limit: 7, ...cursor && { cursor } })
          assert.strictEqual(page.total, total)
          assert.strictEqual(page.has_more, page.next_cursor !== null)
          walked.push(...page.items)
          cursor = page.next_cursor
        }
        const told = (all: ReadonlyArray<any>) => goingOn.has(entry.name) ? all.map(({ id }) => id) : all
        assert.deepStrictEqual(told(walked.slice(0, items.length)), told(items))
        const byOffset: Array<unknown> = []
        for (let offset = 0; offset < Math.min(total, 200); offset += 7) {
          byOffset.push(...(yield* paged({ limit: 7, offset })).items)
        }
        assert.deepStrictEqual(told(byOffset.slice(0, items.length)), told(items))
      }))
  }

  it.effect("is probed as ever", () => isAsEver)
})
