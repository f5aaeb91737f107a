import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { migratedHome, run, serve } from "./service.ts"

/** A running service with its demo company and another, which is the second. */
class Served extends Context.Service<Served, { readonly variables: Readonly<Record<string, string>> }>()("test/Served") {
  static readonly layer = Layer.effect(Served, Effect.gen(function*() {
    const variables = { DATA_DIR: yield* migratedHome, LOG_LEVEL: "error" }
    yield* serve(variables)
    const made = yield* run(
      ["bootstrap", "--company", "Smile", "--owner-email", "a@example.com", "--tier", "starter", "--industry", "dental"], variables
    )
    assert.deepStrictEqual([made.code, made.err], [0, ""])
    return { variables }
  }))
}

const told = Effect.fnUntraced(function*(...command: ReadonlyArray<string>) {
  const { variables } = yield* Served
  const { code, err, out } = yield* run(["benchmarks", ...command], variables)
  return code === 0 ? out : err
})

layer(Served.layer, { excludeTestServices: true })("who shares for benchmarks", (it) => {
  it.effect("is told on the command line: nobody, unless said so", () =>
    Effect.gen(function*() {
      const out = "Company 2 (Smile) does not share its records for benchmarks"
      assert.strictEqual(yield* told("show", "--company", "2"), `${out}.\n`)
      const shared = yield* told("share", "--company", "2")
      assert.match(shared, /^Company 2 \(Smile\) shares its records for benchmarks, since 20\d\d-[^ ]+Z\.\n/)
      assert.include(shared, "Its industry is dental.\nIt stands behind 0 of the figures shown now.\n")
      assert.strictEqual(yield* told("share", "--company", "2"), shared)
      const { since, ...state } = JSON.parse(yield* told("show", "--company", "2", "--json"))
      assert.deepStrictEqual(state, { company_id: 2, name: "Smile", industry: "dental", demo: false, sharing: true, figures: 0 })
      assert.include(shared, since)
      const stopped = yield* told("share", "--company", "2", "--stop")
      assert.match(stopped, /^Company 2 \(Smile\) does not share its records for benchmarks, since 20\d\d-[^ ]+Z\.\n$/)
      assert.strictEqual(yield* told("share", "--company", "2", "--stop"), stopped)
    }))

  it.effect("is no demo company, and none that there is not", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* told("share", "--company", "1"), "Company 1 is the demo company: its records never count.\n")
      assert.strictEqual(yield* told("share", "--company", "99", "--stop"), "There is no company 99.\n")
    }))
})
