import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestServer } from "../support/test-server.ts"
import { all, answerOf, variationsOf } from "./asking.ts"
import { bareFigures } from "./figures.ts"

const provenance = { source: "operator", as_of: "2026-11-21" }

describe("the walk over figures", () => {
  it("finds a bare number, a bare figure in a text, and a provenance that says nothing", () => {
    assert.strictEqual(bareFigures({ price: 29 }).length, 1)
    assert.strictEqual(bareFigures({ texts: ["It saves 20 % of the time."] }).length, 1)
    assert.strictEqual(bareFigures({ price: 29, provenance: { source: "a friend", as_of: "2026-11-21" } }).length, 1)
    assert.strictEqual(bareFigures({ price: 29, provenance: { source: "illustrative", as_of: "2026-11-21" } }).length, 1)
    assert.strictEqual(bareFigures({ a: { b: { c: { d: 1 } } }, provenance }).length, 1)
    assert.strictEqual(bareFigures({ assumptions: [{ value: 3 }], formula: "x", inputs: {}, result: 4 }).length, 2)
  })

  it("lets through what says where it comes from, counts, ids and dates", () => {
    assert.deepStrictEqual(bareFigures({ id: 3, total: 9, as_of: "2026-11-21", plans: [{ price: { monthly: 29 }, provenance }] }), [])
    assert.deepStrictEqual(bareFigures({ formula: "a * b", inputs: { a: 2 }, assumptions: [{ value: 3, provenance }], low: 5 }), [])
  })
})

layer(TestServer, { excludeTestServices: true })("every answer", (it) => {
  for (const tool of all) {
    it.effect(`${tool.name} tells where each of its figures comes from`, () =>
      Effect.gen(function*() {
        for (const args of variationsOf(tool)) {
          assert.deepStrictEqual(bareFigures(yield* answerOf(tool.name, args)), [], JSON.stringify(args))
        }
      }))
  }
})
