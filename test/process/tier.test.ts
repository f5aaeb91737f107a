import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { within1s } from "../support/within.ts"
import { ask, migratedHome, run, serve, type Service } from "./service.ts"

/** A service with a company as one begins, and a key of that company. */
class Served extends Context.Service<Served, {
  readonly service: Service
  readonly variables: Readonly<Record<string, string>>
  readonly company: string
  readonly key: string
}>()("test/Served") {
  static readonly layer = Layer.effect(Served, Effect.gen(function*() {
    const variables = { DATA_DIR: yield* migratedHome, LOG_LEVEL: "error" }
    const service = yield* serve(variables)
    const { out } = yield* run(["bootstrap", "--company", "Acme", "--owner-email", "olga@acme.example", "--json"], variables)
    const { company_id, keys } = JSON.parse(out)
    return { service, variables, company: String(company_id), key: keys.live }
  }))
}

layer(Served.layer, { excludeTestServices: true })("a tier changed on the command line", (it) => {
  it.effect("opens and closes what it should on a running service, within a second", () =>
    Effect.gen(function*() {
      const { company, key, service, variables } = yield* Served
      const segments = ask({ port: service.port, key }, "/api/v1/crm/segments")
      const status = Effect.map(segments, (answer) => answer.status)
      const before = yield* segments
      assert.deepStrictEqual([before.status, before.json.upgrade_to], [403, "builder"])

      const up = yield* run(["tier", "--company", company, "--tier", "builder"], variables)
      assert.deepStrictEqual(
        [up.code, up.err, up.out], [0, "", `Company ${company} (Acme) was on the starter tier and is on the builder tier now.\n`]
      )
      yield* within1s(200, status)

      const same = yield* run(["tier", "--company", company, "--tier", "builder"], variables)
      assert.deepStrictEqual([same.code, same.out], [0, `Company ${company} (Acme) was on the builder tier and still is.\n`])

      const down = yield* run(["tier", "--company", company, "--tier", "starter", "--json"], variables)
      assert.deepStrictEqual([down.code, down.err], [0, ""])
      assert.deepStrictEqual(JSON.parse(down.out), { company_id: Number(company), name: "Acme", was: "builder", tier: "starter" })
      yield* within1s(403, status)
    }))

  it.effect("lists who asks for another tier, and takes a company and a tier together", () =>
    Effect.gen(function*() {
      const { company, variables } = yield* Served
      const list = Effect.map(run(["tier"], variables), ({ out }) => out)
      assert.strictEqual(yield* list, "No company asks for another tier.\n")
      const half = yield* run(["tier", "--company", company], variables)
      assert.deepStrictEqual([half.code, half.out], [2, ""])
    }))

  it.effect("tells a name that would steer the terminal in plain characters", () =>
    Effect.gen(function*() {
      const { variables } = yield* Served
      const name = "Evil\u001b]0;owned\u0007\u009b2J\u202eemac\u2066"
      const { out } = yield* run(["bootstrap", "--company", name, "--owner-email", "eve@acme.example", "--json"], variables)
      const company = String(JSON.parse(out).company_id)
      for (const more of [[], ["--json"]]) {
        for (const command of [["tier", "--tier", "builder"], ["benchmarks", "show"]]) {
          const told = yield* run([...command, "--company", company, ...more], variables)
          assert.strictEqual(told.code, 0, told.err)
          assert.include(told.out, "Evil")
          assert.notMatch(told.out.trimEnd().replaceAll("\n", ""), /\p{C}/u)
          if (more.length > 0) assert.include(JSON.stringify(JSON.parse(told.out)), JSON.stringify(name).slice(1, -1))
        }
      }
    }))

  it.effect("is a company's that exists, and no other's", () =>
    Effect.gen(function*() {
      const { company, service, variables } = yield* Served
      const none = yield* run(["tier", "--company", "99", "--tier", "starter"], variables)
      assert.deepStrictEqual([none.code, none.out, none.err], [1, "", "There is no company 99.\n"])
      assert.strictEqual((yield* run(["tier", "--company", company, "--tier", "professional"], variables)).code, 0)
      const demo = yield* run(["tier", "--company", "1", "--tier", "enterprise"], variables)
      assert.include(demo.out, "was on the enterprise tier and still is")
      assert.strictEqual((yield* ask(service, "/api/v1/crm/segments")).status, 200)
    }))
})
