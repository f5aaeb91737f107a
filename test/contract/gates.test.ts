import { assert, layer } from "@effect/vitest"
import { Effect, type Layer, type Scope } from "effect"
import { createHash } from "node:crypto"
import { makeKey } from "#schemas/kernel/api-key"
import { type Operation, payloadOf } from "#schemas/kernel/catalog"
import { OwnerSql } from "../support/database.ts"
import { companyIds, TestServer, type Key, keys, secrets, send } from "../support/test-server.ts"
import { port, wire } from "../support/wire.ts"
import { addressOf, catalog, exampleOf, isReference, sendCall } from "./examples.ts"
import { fieldsOf } from "./values.ts"
import { keyFor } from "./keys.ts"
import { bearer, coverage, isDeclaredRefusal, isProper, leaving, looks, requestId, rowsOf, sendMinimal } from "./probe.ts"

const { isAsEver, passed } = coverage("gates", {
  "refuses a stranger": looks.closed,
  "refuses a stranger, however the address is spelled": looks.closed,
  "refuses a key without the scope, and a tier that is too low": looks.closed,
  "is open to anybody": looks.open,
  "does not find another company's record": (entry) => looks.closed(entry) && looks.ofOne(entry),
  "does not refer to another company's records": () => false,
  "waits for a person's consent": ({ requiresConsent }) => requiresConsent,
  "is previewed without a trace, approved by somebody else, and done once": ({ requiresConsent }) => requiresConsent,
  "leaves a receipt and events in the mode of the key": (entry) => looks.closed(entry) && !looks.read(entry)
})

const unknown = makeKey("live", (length) => new Uint8Array(createHash("sha512").update("unknown").digest()).slice(0, length))
const flipped = (key: string) => key.slice(0, -1) + (key.endsWith("0") ? "1" : "0")

/** Headers that identify nobody. */
const strangers: Readonly<Record<string, Record<string, string>>> = {
  "no key": {},
  "an empty key": { authorization: "Bearer " },
  "another scheme": { authorization: "Basic YTpi" },
  "a malformed key": bearer("sk_service_live_short"),
  "a key of the other mode's shape": bearer(secrets.acme.replace("_live_", "_test_")),
  "a bad checksum": bearer(flipped(secrets.acme)),
  "an unknown key": bearer(unknown),
  "a revoked key": bearer(secrets.revoked),
  "an expired key": bearer(secrets.expired),
  "a key for another address": bearer(secrets.elsewhere)
}

/** Ways to write one path that a router may take for the same. Two of them are its own. */
const slashed = (path: string) => path.endsWith("/") ? path.slice(0, -1) : `${path}/`

const spellings = (path: string) => [
  path,
  slashed(path),
  `${path}/`,
  `${path}//`,
  path.toUpperCase(),
  path.replaceAll("/", "//"),
  path.replace("c", "%63"),
  path.replace("/crm", "%2Fcrm"),
  `${path}?a=b`,
  `${path};a=b`,
  `${path}/;a=b`,
  `${path}#a`,
  `${path}%20`,
  `${path}%00`,
  `${path}/.`,
  path.replace("/api", "/./api"),
  path.replace("/api", "/x/../api"),
  `http://x${path}`,
  `https://x:1${path}/`,
  `//x${path}`,
  `x${path}`
]

/** What a request for consent writes to. */
const consentTables = ["consents", "events", "receipts"]

const closed = catalog.filter(({ access }) => access !== "public")
const needsScope = ({ access }: Operation) => access.includes(":")
/** What these name is nobody's: a template of a site or an industry, a number that opts out, and another system, each company by itself. */
const ofAll = new Set([
  "apply_kb_template", "apply_site_template", "apply_industry_template", "add_opt_out", "get_integration", "connect_integration", "check_integration", "disconnect_integration", "sync_integration",
  "list_integration_runs", "pause_workflow", "resume_workflow"
])
const hasRow = ({ name, sources }: Operation) => Object.values(sources).includes("params") && !ofAll.has(name)
const references = (entry: Operation) => fieldsOf(payloadOf(entry.endpoint)).filter(isReference)

layer(TestServer, { excludeTestServices: true })("every operation", (it) => {
  const probe = <E>(entry: Operation, what: Parameters<typeof passed>[1], run: Effect.Effect<void, E, Layer.Success<typeof TestServer> | Scope.Scope>) =>
    it.effect(`${entry.name} ${what}`, () => Effect.tap(run, () => Effect.sync(() => passed(entry, what))))

  for (const entry of closed) {
    probe(entry, "refuses a stranger",
      Effect.gen(function*() {
        // Who was refused waits at the next request on the same connection.
        yield* Effect.forEach(Object.entries(strangers), Effect.fnUntraced(function*([who, headers]) {
          const id = requestId()
          const sent = yield* sendMinimal(entry, { headers: { ...headers, "x-request-id": id } })
          assert.strictEqual(sent.status, 401, who)
          isDeclaredRefusal(entry, sent, id, "unauthorized")
        }), { concurrency: "unbounded" })
      }))

    probe(entry, "refuses a stranger, however the address is spelled",
      Effect.gen(function*() {
        const listening = yield* port
        const path = addressOf(entry, { params: {}, query: {} })
        for (const target of spellings(path)) {
          const { status, text } = yield* Effect.promise(() =>
            wire(
              listening,
              `${entry.method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`
            ))
          const expected: Readonly<Record<string, ReadonlyArray<number>>> = {
            [path]: [401], [`${path}?a=b`]: [401], [slashed(path)]: [308],
            // Nothing known, of which the slash at its end is cut off first.
            [path.toUpperCase()]: path.endsWith("/") ? [308] : [404],
            // Another value of a last parameter.
            [`${path}%20`]: [401, 404, 405]
          }
          assert.include(expected[target] ?? [400, 404], status, `${target} ${text}`)
          if (status === 404) assert.include(text, "There is nothing at this address", target)
        }
      }))

    probe(entry, "refuses a key without the scope, and a tier that is too low",
      Effect.gen(function*() {
        const id = requestId()
        const sendAs = (key: Key, headers: Record<string, string> = {}) => sendMinimal(entry, { key, headers: { "x-request-id": id, ...headers } })
        if (entry.access === "session") {
          isDeclaredRefusal(entry, yield* sendAs(entry.delegatedScope === undefined ? "acme" : "scopeless"), id, "forbidden")
          isDeclaredRefusal(entry, yield* sendAs("acme", { "x-service-agent": "helper/1.0" }), id, "forbidden")
          if (entry.role !== "viewer") isDeclaredRefusal(entry, yield* sendAs("viewer"), id, "forbidden")
        }
        if (needsScope(entry)) {
          const sent = yield* sendAs("scopeless")
          isDeclaredRefusal(entry, sent, id, "forbidden")
          assert.strictEqual(sent.json.scope, entry.access)
        }
        const sent = yield* sendAs(keyFor(entry, "starter"))
        if (entry.tierFloor === "starter") return assert.notStrictEqual(sent.json?.upgrade_to, "starter")
        isDeclaredRefusal(entry, sent, id, "forbidden")
        assert.strictEqual(sent.json.upgrade_to, entry.tierFloor)
      }))
  }

  for (const entry of catalog.filter(looks.open)) {
    probe(entry, "is open to anybody",
      Effect.gen(function*() {
        for (const headers of Object.values(strangers)) {
          const call = yield* exampleOf(entry, "acme")
          const id = requestId()
          const sent = yield* sendCall(entry, call, { headers: { ...headers, "x-request-id": id } })
          assert.strictEqual(sent.status, entry.successStatus, sent.text)
          isProper(sent, id)
        }
      }))
  }

  for (const entry of closed.filter(hasRow)) {
    probe(entry, "does not find another company's record",
      Effect.gen(function*() {
        const theirs = yield* exampleOf(entry, "bolt")
        const ours = yield* exampleOf(entry, "acme")
        const call = { ...ours, params: theirs.params }
        const id = requestId()
        const headers = { "x-request-id": id }
        yield* leaving(rowsOf("bolt"), Effect.gen(function*() {
          isDeclaredRefusal(entry, yield* sendCall(entry, call, { key: "acme", headers }), id, "not_found")
          if (entry.requiresConsent) {
            isDeclaredRefusal(entry, yield* sendCall(entry, call, { key: "cautious", headers }), id, "confirmation_required")
          }
        }))
      }))
  }

  for (const entry of closed.filter((entry) => references(entry).length > 0)) {
    probe(entry, "does not refer to another company's records",
      Effect.gen(function*() {
        const theirs = yield* exampleOf(entry, "bolt")
        for (const { name } of references(entry)) {
          const value = theirs.payload?.[name]
          if (value === undefined) continue
          const call = yield* exampleOf(entry, "acme")
          /* What was refused can be read again for a day by whoever lost the connection. */
          const but = entry.events === undefined ? [] : ["event_streams"]
          const rows = Effect.map(Effect.all([rowsOf("acme", but), rowsOf("bolt", but)]), ([ours, theirs]) =>
            ({ ...ours, ...Object.fromEntries(Object.entries(theirs).map(([table, rows]) => [`their ${table}`, rows])) }))
          yield* leaving(rows, Effect.gen(function*() {
            const id = requestId()
            const sent = yield* sendCall(entry, { ...call, payload: { ...call.payload, [name]: value } }, {
              key: "acme",
              headers: { "x-request-id": id }
            })
            assert.include([404, 409, 422], sent.status, `${name}: ${sent.text}`)
            isDeclaredRefusal(entry, sent, id, sent.json.code)
          }), name)
        }
      }))
  }

  for (const entry of catalog.filter(({ requiresConsent }) => requiresConsent)) {
    probe(entry, "waits for a person's consent",
      Effect.gen(function*() {
        const call = yield* exampleOf(entry, "acme")
        const before = yield* rowsOf("acme", consentTables)
        const asked = Effect.fnUntraced(function*(key: Key, headers: Record<string, string> = {}) {
          const id = requestId()
          const sent = yield* sendCall(entry, call, { key, headers: { "x-request-id": id, ...headers } })
          isDeclaredRefusal(entry, sent, id, "confirmation_required")
          assert.strictEqual(sent.json.consent.state, "proposed")
          const { summary } = sent.json.consent
          /* Of a record that has a name: "Delete contact Grace Hopper" for "Delete a contact". */
          const [, before, noun, after] = /^(.*\b)an? (\w+)(.*)$/.exec(entry.summary) ?? []
          const isNamed = noun !== undefined && summary.startsWith(`${before}${noun} `) && !summary.startsWith(`${before}${noun} undefined`) &&
            summary.includes(after)
          assert.isTrue(isNamed || summary.startsWith(entry.summary), summary)
        })
        yield* asked("cautious")
        yield* asked("acme", { "x-service-agent": "helper/1.0" })
        assert.deepStrictEqual(yield* rowsOf("acme", consentTables), before)
        const done = yield* sendCall(entry, call, { key: "acme" })
        assert.strictEqual(done.status, entry.successStatus, done.text)
      }))

    probe(entry, "is previewed without a trace, approved by somebody else, and done once",
      Effect.gen(function*() {
        const sql = yield* OwnerSql
        const call = yield* exampleOf(entry, "acme")
        const { json: { consent } } = yield* sendCall(entry, call, { key: "cautious" })
        const address = `/agent/consents/${consent.id}`
        const key = keyFor(entry, "acme")
        const preview = send(`${address}/preview`, { key })
        assert.strictEqual((yield* preview).status, 200)
        const { json: shown } = yield* leaving(rowsOf("acme"), preview)
        assert.deepInclude(shown, { verb: entry.name, refusal: null })
        assert.isAbove(shown.changes.length + shown.effects.length, 0)
        const { json: { confirmation } } = yield* send(`${address}/approve`, { key, method: "POST" })
        const id = requestId()
        const headers = { "x-service-confirmation": confirmation, "x-request-id": id }
        const done = yield* sendCall(entry, call, { key: "cautious", headers })
        assert.strictEqual(done.status, entry.successStatus, done.text)
        isDeclaredRefusal(entry, yield* sendCall(entry, call, { key: "cautious", headers }), id, "conflict")
        const receipts = yield* sql<any>`select consent from receipts where request_id = ${id}`
        assert.deepStrictEqual(receipts.map(({ consent }) => consent.id), [consent.id])
      }))
  }

  for (const entry of closed.filter(({ readOnly, access, delegatedScope }) => !readOnly && (access !== "session" || delegatedScope === undefined))) {
    probe(entry, "leaves a receipt and events in the mode of the key",
      Effect.gen(function*() {
        const sql = yield* OwnerSql
        const person = entry.access === "session"
        for (const key of person || keyFor(entry, "acme") !== "acme" ? ["acme"] as const : ["acme", "acmeTest"] as const) {
          const livemode = keys[keyFor(entry, key)].mode === "live"
          const call = yield* exampleOf(entry, key)
          const id = requestId()
          const sent = yield* sendCall(entry, call, {
            key,
            headers: {
              "x-request-id": id,
              "x-service-session": "run-7",
              ...!person && !entry.requiresConsent && { "x-service-agent": "helper/1.0", "x-service-human-initiator": "grace" }
            }
          })
          assert.strictEqual(sent.status, entry.successStatus, sent.text)
          isProper(sent, id)
          const receipts = yield* sql<any>`select * from receipts where request_id = ${id}`
          assert.lengthOf(receipts, 1)
          assert.deepInclude(receipts[0], { company_id: companyIds.acme, verb: entry.name, livemode, session: "run-7" })
          assert.strictEqual(receipts[0].consent?.standing === true, entry.requiresConsent)
          assert.strictEqual(receipts[0].agent?.agent, person || entry.requiresConsent ? undefined : "helper/1.0")
          assert.lengthOf(Buffer.from(receipts[0].payload_hash), 32)
          for (const event of yield* sql<any>`select * from events where request_id = ${id}`) {
            assert.deepInclude(event, { company_id: companyIds.acme, livemode })
          }
        }
      }))
  }

  it.effect("is probed as ever", () => isAsEver)
})
