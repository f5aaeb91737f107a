import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Redacted, Schedule } from "effect"
import { dataOf } from "#layers/database/url"
import { attach } from "#layers/embedded-postgres/attach"
import { OwnerSql } from "../support/database.ts"
import { settled } from "../support/journal.ts"
import { ask, migratedHome, run, serve, type Service } from "./service.ts"

type Variables = Readonly<Record<string, string>>

/** A running service with two companies of which nothing is due, so that the only receipts are those of the test: the demo company has alerts that are looked at. */
class Served extends Context.Service<Served, { readonly service: Service; readonly key: string; readonly variables: Variables; readonly url: string }>()("test/Served") {
  static readonly layer = Layer.effect(Served, Effect.gen(function*() {
    const folder = yield* migratedHome
    const variables = { DATA_DIR: folder, LOG_LEVEL: "error" }
    const bootstrap = Effect.fnUntraced(function*(company: string) {
      const made = yield* run(["bootstrap", "--company", company, "--owner-email", "a@x.example", "--json"], variables)
      assert.strictEqual(made.code, 0, made.err)
      return JSON.parse(made.out).keys.live as string
    })
    const key = yield* bootstrap("Busy")
    const service = yield* serve(variables)
    const cluster = yield* Effect.flatMap(attach({ data: dataOf(folder) }), Effect.fromOption)
    yield* bootstrap("Quiet")
    return { service, key, variables, url: cluster.url("postgres") }
  }))
}

const inside = <A, E>(look: Effect.Effect<A, E, OwnerSql>) =>
  Effect.flatMap(Served, ({ url }) => Effect.scoped(Effect.provide(look, OwnerSql.layerOf(Redacted.make(url)))))

const verified = Effect.fnUntraced(function*(...flags: ReadonlyArray<string>) {
  const { variables } = yield* Served
  return yield* run(["receipts", "verify", ...flags], variables)
})

layer(Served.layer, { excludeTestServices: true })("service receipts verify", (it) => {
  it.effect("proves the chains of all companies, or of one", () =>
    Effect.gen(function*() {
      const { key, service, url } = yield* Served
      for (let n = 0; n < 3; n++) {
        const { status } = yield* ask(service, "/api/v1/crm/contacts", {
          method: "POST",
          headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
          body: JSON.stringify({ first_name: `N${n}` })
        })
        assert.strictEqual(status, 201)
      }
      yield* inside(settled)
      const all = yield* verified()
      assert.deepStrictEqual([all.code, all.err], [0, ""])
      assert.match(all.out, /^Company 1: whole, 3 receipts, head [0-9a-f]{64}\.\nCompany 2: whole, 0 receipts\.\n$/)

      const { code, out } = yield* verified("--company", "1", "--json")
      const { companies: [chain], whole } = JSON.parse(out)
      assert.deepStrictEqual([code, whole], [0, true])
      assert.deepInclude(chain, { company_id: 1, receipts: 3, unsealed: 0, unsealed_since: null, broken: null })
      assert.include(all.out, chain.head)

      const elsewhere = yield* run(["receipts", "verify", "--company", "1", "--json"], { DATABASE_URL: url })
      assert.deepStrictEqual([elsewhere.code, elsewhere.out, elsewhere.err], [0, out, ""])
    }))

  it.effect("names the first broken link, and fails", () =>
    Effect.gen(function*() {
      const id = yield* inside(Effect.gen(function*() {
        const sql = yield* OwnerSql
        return yield* sql.withTransaction(Effect.gen(function*() {
          yield* sql`set local session_replication_role = replica`
          const [row] = yield* sql<{ id: number }>`
            update receipts set verb = 'other' where company_id = 1 and sequence = 2 returning id`
          return row!.id
        }))
      }))
      const says = `Receipt 2 (id ${id}) is not what was sealed.`
      const { code, err, out } = yield* verified()
      assert.deepStrictEqual([code, err], [1, ""])
      assert.strictEqual(out, `Company 1: broken after 1 receipt. ${says}\nCompany 2: whole, 0 receipts.\n`)
      const json = yield* verified("--json")
      const { companies: [chain], whole } = JSON.parse(json.out)
      assert.deepStrictEqual([json.code, whole], [1, false])
      assert.deepStrictEqual(chain.broken, { fault: "changed", sequence: 2, receipt_id: id, says })
      assert.strictEqual((yield* verified("--company", "2")).code, 0)
    }))

  it.effect("tells, as doctor, metrics and log do, that a company cannot be sealed, while all others are", () =>
    Effect.gen(function*() {
      const { service, variables } = yield* Served
      const figure = Effect.gen(function*() {
        const { json: text } = yield* ask(service, "/metrics")
        return Number(/^background_failures (\d+)$/m.exec(String(text))?.[1])
      })
      assert.strictEqual(yield* figure, 0)
      yield* inside(OwnerSql.use((sql) => sql`
        insert into receipts (company_id, verb, payload_hash, changes, livemode, key_id, request_id, sequence, hash)
        values (2, 'x', '', '[]', true, 1, 'r', null, '\\x01'), (3, 'x', '', '[]', true, 1, 'r', null, null), (1, 'x', '', '[]', true, 1, 'r', null, null)`))
      yield* figure.pipe(
        Effect.repeat({ until: (failures) => failures === 2, schedule: Schedule.spaced("100 millis") }), Effect.timeout("90 seconds"))
      const [sealed] = yield* inside(OwnerSql.use((sql) => sql<{ n: number }>`select count(*) as n from receipts where company_id = 1 and sequence is null`))
      assert.strictEqual(sealed!.n, 0)
      const doctor = yield* run(["doctor", "--json"], variables)
      const { status, says } = JSON.parse(doctor.out).checks.find(({ name }: any) => name === "background")
      assert.strictEqual(status, "fail")
      assert.match(says, /The receipts of company 2 cannot be sealed since 20.* \(receipts are append-only\)\. The receipts of company 3 cannot be sealed/)
      assert.match((yield* verified("--company", "2")).out, /^Company 2: broken after 0 receipts\. The receipt with id \d+ is not sealed, and not as it was written\./)
    }))

  it.effect("knows which companies there are", () =>
    Effect.gen(function*() {
      const { code, err, out } = yield* verified("--company", "99")
      assert.deepStrictEqual([code, out, err], [1, "", "There is no company 99.\n"])
    }))
})
