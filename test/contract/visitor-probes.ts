import { assert, layer } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { type Operation, payloadOf } from "#schemas/kernel/catalog"
import type { Mode, VisitorWay } from "#schemas/kernel/tenancy"
import { OwnerSql } from "../support/database.ts"
import { companyIds, secrets, send, type Sent, type TestServer, type TestServerWith } from "../support/test-server.ts"
import { type Call, sendCall } from "./examples.ts"
import { decoded, valueOf } from "./values.ts"
import { bearer, isProper, isRefusal, requestId, rowsOf } from "./probe.ts"
import { type Company, hosted, publishable } from "./bookings/visiting.ts"

type Here = Layer.Success<typeof TestServer>
type Headers = Readonly<Record<string, string>>

/** How somebody comes to a company, and the record that their calls are about. */
export interface Visit {
  readonly way: VisitorWay
  readonly company: Company
  readonly mode: Mode
  readonly keyId: number
  /** Of a request, without what tells the visitor. */
  readonly headers: Headers
}

export interface Probed {
  readonly server: (config?: Parameters<typeof TestServerWith>[0]) => typeof TestServer
  readonly catalog: ReadonlyArray<Operation>
  /** What the path of an operation names: a record of the visitor whose headers these are. */
  readonly paramsOf: (entry: Operation, visit: Visit, headers: Headers) => Effect.Effect<Call["params"], never, Here>
  /** Operations on records that every visitor of a company knows, in both modes. */
  readonly shared?: ReadonlySet<string>
  /** Bodies, by operation, where an example as it stands would not do. */
  readonly bodies?: Readonly<Record<string, NonNullable<Call["payload"]>>>
  /** Queries, by operation, where it needs one. */
  readonly queries?: Readonly<Record<string, Call["query"]>>
}

let turn = 0
const idempotencyKey = () => ({ "idempotency-key": `visit-${turn++}` })

/** Each visitor of these tests comes from a network of their own. */
const network = () => ({ "x-forwarded-for": `198.51.${turn++ % 250}.${turn++ % 250}` })

const come = Effect.fnUntraced(function*(way: VisitorWay, company: Company, mode: Mode): Effect.fn.Return<Visit, never, Here> {
  if (way === "publishable_key") {
    const { headers, id } = yield* publishable(company, mode)
    return { way, company, mode, keyId: id, headers }
  }
  const host = `visit${turn++}.${company}.test`
  if (way === "host") yield* hosted(company, host)
  return { way, company, mode, keyId: 0, headers: way === "host" ? { "x-forwarded-host": host } : {} }
})

const modesOf = (way: VisitorWay): ReadonlyArray<Mode> => way === "host" ? ["live"] : ["live", "test"]

/** What visitors make, so that there is something that is not another's. */
const made = ["bookings", "carts", "ai_conversations", "ai_messages", "event_streams", "event_pieces", "receipts", "events"]

/** What a call made: its id or, where it answers with none, the receipt. */
const madeBy = Effect.fnUntraced(function*({ headers, json: { id, order_id }, text }: Sent) {
  const found = order_id ?? id
  if (found !== undefined) return String(found)
  const sql = yield* OwnerSql
  const [receipt] = yield* sql<{ request_id: string }>`select request_id from receipts where request_id = ${headers.get("x-request-id")}`
  assert.isDefined(receipt, text)
  return receipt.request_id
}, Effect.orDie)

/** Probes what a catalogue opens to visitors, in each way in which it does: whose company it is, who they are, and what they leave. */
export const probeVisitors = ({ bodies = {}, catalog, paramsOf, queries = {}, server, shared = new Set() }: Probed) => {
  const open = catalog.flatMap((entry) => entry.visitors.map((way) => ({ entry, way })))
  if (open.length === 0) return

  const bodyOf = ({ endpoint, name }: Operation): Call["payload"] =>
    bodies[name] ?? (payloadOf(endpoint) && Object.fromEntries(decoded(payloadOf(endpoint)).map(({ name, schema }) => [name, valueOf(schema)])))

  const callOf = (entry: Operation, visit: Visit, headers: Headers) =>
    Effect.map(paramsOf(entry, visit, headers), (params): Call => ({ params, query: queries[entry.name] ?? {}, payload: bodyOf(entry), headers: {} }))

  const sent = (entry: Operation, call: Call, headers: Headers): Effect.Effect<Sent, never, Here> => sendCall(entry, call, { headers })

  /** A visitor who has been told apart, and a call of theirs. */
  const visitor = Effect.fnUntraced(function*(entry: Operation, visit: Visit) {
    const met = catalog.find(({ path, visitors }) => !path.includes("/:") && visitors.includes(visit.way))
    const from = { ...visit.headers, ...network() }
    const first = met === undefined || visit.way === "token" ? undefined : yield* sent(met, { params: {}, query: {}, payload: bodyOf(met), headers: {} }, from)
    const token = first?.headers.get("x-service-visitor")
    const headers: Headers = { ...from, ...typeof token === "string" && { "x-service-visitor": token } }
    return { headers, call: yield* callOf(entry, visit, headers) }
  })

  layer(server({ trustedProxies: 1 }), { excludeTestServices: true })("what is open to visitors", (it) => {
    for (const { entry, way } of open) {
      const name = `${entry.name} by ${way.replace("_", " ")}`

      it.effect(`${name} is for visitors of a company only`, () =>
        Effect.gen(function*() {
          const sql = yield* OwnerSql
          const { call, headers } = yield* visitor(entry, yield* come(way, "acme", "live"))
          const refused = Effect.fnUntraced(function*(code: Parameters<typeof isRefusal>[2], changed: Headers, other: Partial<Call> = {}) {
            const id = requestId()
            isRefusal(yield* sent(entry, { ...call, ...other }, { ...headers, ...changed, "x-request-id": id }), id, code)
          })
          if (way === "host") yield* refused(entry.access === "public" ? "not_found" : "unauthorized", { "x-forwarded-host": "nobody.test" })
          if (way === "token") return yield* refused("not_found", {}, { params: { ...call.params, token: "nobody" } })
          yield* refused("unauthorized", { "x-service-visitor": "vt_v1.AAAA" })
          if (way === "host") return
          const { authorization: shown = "", ...nothing } = headers
          if (!entry.visitors.includes("host")) isRefusal(yield* sent(entry, call, { ...nothing, "x-request-id": "no-key" }), "no-key", "unauthorized")
          yield* refused("unauthorized", bearer(`${shown.slice(7, -1)}${shown.endsWith("0") ? "1" : "0"}`))
          yield* refused("unauthorized", bearer("pk_service_live_short"))
          if (entry.access === "public") yield* refused("forbidden", bearer(secrets.acme))
          yield* refused("forbidden", { origin: "https://evil.example" })
          yield* refused("forbidden", { origin: "null" })
          const ended = yield* publishable("acme", "live")
          yield* sql`update api_keys set revoked_at = now() where id = ${ended.id}`
          yield* refused("unauthorized", ended.headers)
        }))

      it.effect(`${name} knows nothing of another company, of the other mode or of another visitor`, () =>
        Effect.gen(function*() {
          const visit = yield* come(way, "acme", "live")
          const { call, headers } = yield* visitor(entry, visit)
          const others = yield* Effect.forEach(
            [["bolt", "live"] as const, ...modesOf(way).includes("test") && !shared.has(entry.name) ? [["acme", "test"] as const] : []],
            ([company, mode]) => come(way, company, mode)
          )
          const before = yield* rowsOf("acme")
          for (const other of way === "token" ? [] : others) {
            const id = requestId()
            isRefusal(yield* sent(entry, call, { ...headers, ...other.headers, "x-request-id": id }), id, "unauthorized")
            if (Object.keys(call.params).length === 0) continue
            isRefusal(yield* sent(entry, call, { ...(yield* visitor(entry, other)).headers, "x-request-id": id }), id, "not_found")
          }
          assert.deepStrictEqual(yield* rowsOf("acme", way === "token" ? [] : made), way === "token" ? before :
            Object.fromEntries(Object.entries(before).filter(([table]) => !made.includes(table))))
          if (way === "token" || shared.has(entry.name) || Object.keys(call.params).length === 0) return
          const id = requestId()
          isRefusal(yield* sent(entry, call, { ...(yield* visitor(entry, visit)).headers, "x-request-id": id }), id, "not_found")
        }))

      for (const mode of modesOf(way)) {
        it.effect(`${name} in ${mode} mode leaves a receipt with the visitor and events`, () =>
          Effect.gen(function*() {
            const sql = yield* OwnerSql
            const visit = yield* come(way, "acme", mode)
            const { call, headers } = yield* visitor(entry, visit)
            const id = requestId()
            const done = yield* sent(entry, call, { ...headers, "x-request-id": id })
            assert.strictEqual(done.status, entry.successStatus, done.text)
            isProper(done, id)
            const receipts = yield* sql<any>`select * from receipts where request_id = ${id}`
            assert.lengthOf(receipts, entry.readOnly ? 0 : 1)
            for (const receipt of receipts) {
              assert.deepInclude(receipt, { company_id: companyIds.acme, verb: entry.name, livemode: mode === "live", key_id: visit.keyId, audit: false })
              assert.match(receipt.agent.visitor, /^visitor_[\w-]{16}$/)
            }
            for (const event of yield* sql<any>`select * from events where request_id = ${id}`) {
              assert.deepInclude(event, { company_id: companyIds.acme, livemode: mode === "live" })
            }
          }))
      }

      if (entry.acceptsIdempotencyKey) {
        it.effect(`${name} keeps idempotency keys apart by company and visitor`, () =>
          Effect.gen(function*() {
            const key = idempotencyKey()
            const visit = yield* come(way, "acme", "live")
            const { call, headers } = yield* visitor(entry, visit)
            const first = yield* sent(entry, call, { ...headers, ...key })
            assert.strictEqual(first.status, entry.successStatus, first.text)
            const again = yield* sent(entry, call, { ...headers, ...key })
            assert.deepStrictEqual([again.text, again.headers.get("idempotent-replayed")], [first.text, "true"])
            for (const other of [visit, yield* come(way, "bolt", "live")]) {
              const second = yield* visitor(entry, other)
              const own = yield* sent(entry, second.call, { ...second.headers, ...key })
              assert.deepStrictEqual([own.status, own.headers.get("idempotent-replayed")], [entry.successStatus, null], own.text)
              assert.notStrictEqual(yield* madeBy(own), yield* madeBy(first))
            }
            if (way === "token") return
            const unknown = { ...visit.headers, ...network(), ...key }
            if (Object.keys(call.params).length > 0 && !shared.has(entry.name)) {
              const id = requestId()
              return isRefusal(yield* sent(entry, call, { ...unknown, "x-request-id": id }), id, "not_found")
            }
            const one = yield* sent(entry, call, unknown)
            const two = yield* sent(entry, call, unknown)
            assert.deepStrictEqual([two.text, two.headers.get("idempotent-replayed")], [one.text, "true"], "without a token, by the network")
            assert.strictEqual(two.headers.get("x-service-visitor"), one.headers.get("x-service-visitor"))
            const elsewhere = yield* sent(entry, call, { ...unknown, ...network() })
            assert.notStrictEqual(yield* madeBy(elsewhere), yield* madeBy(one))
          }))
      }
    }
  })

  /* Companies take turns, and make a call of their own in each. */
  const MOST = Math.max(7, Math.ceil(open.length / 3))
  const apart = { acme: "acme", bolt: "bolt", cheap: "starter" } as const
  layer(server({ trustedProxies: 1, companyRateLimit: MOST, publicRateLimit: MOST + 3 }), { excludeTestServices: true })("visitors", (it) => {
    for (const { entry, way } of open.filter(({ entry }) => !entry.path.includes("/:"))) {
      it.effect(`are counted by address, and all of a company together: ${entry.name} by ${way.replace("_", " ")}`, () =>
        Effect.gen(function*() {
          const company = (["acme", "bolt", "cheap"] as const)[open.findIndex((one) => one.entry === entry && one.way === way) % 3]!
          const visit = yield* come(way, company, "live")
          const call: Call = { params: {}, query: {}, payload: bodyOf(entry), headers: {} }
          for (let n = 0; n < MOST; n++) yield* sent(entry, call, { ...visit.headers, ...network() })
          const id = requestId()
          isRefusal(yield* sent(entry, call, { ...visit.headers, ...network(), "x-request-id": id }), id, "rate_limit_exceeded")
          assert.strictEqual((yield* send("/crm/contacts?limit=1", { key: apart[company] })).status, 200, "what visitors use up is not the company's own")
          const one = { ...network(), "x-forwarded-host": "nobody.test", authorization: "Bearer pk_service_live_short" }
          for (let n = 0; n < MOST + 3; n++) yield* sent(entry, call, one)
          isRefusal(yield* sent(entry, call, { ...one, "x-request-id": id }), id, "rate_limit_exceeded")
          const { headers } = yield* publishable("cheap", "live")
          isRefusal(yield* sent(entry, call, { ...headers, ...one, "x-request-id": id }), id, "rate_limit_exceeded")
        }))
    }
  })
}
