import { assert, describe, it } from "@effect/vitest"
import { differences, drift, report } from "./drift.ts"

describe("the contract", () => {
  it("is what the golden files say", () => {
    const found = drift()
    assert.isEmpty(found, report(found))
  })

  it("is compared place by place, tools by their names", () => {
    const before = { tools: [{ name: "a", iri: "x" }, { name: "c", iri: "z" }], count: 2, gone: true }
    const after = { tools: [{ name: "a", iri: "y" }, { name: "b", iri: "n" }, { name: "c", iri: "z" }], count: 3 }
    assert.deepStrictEqual(differences(before, after), [
      "~ /tools/a/iri: \"x\" -> \"y\"",
      "+ /tools/b: {\"name\":\"b\",\"iri\":\"n\"}",
      "~ /count: 2 -> 3",
      "- /gone: true"
    ])
    assert.deepStrictEqual(differences([1, 2], [1, 3]), ["~ /1: 2 -> 3"])
    assert.deepStrictEqual(differences({ a: { b: 1 } }, { a: [1] }), ["~ /a: {\"b\":1} -> [1]"])
    assert.deepStrictEqual(differences([{ name: "a" }, { name: "b" }], [{ name: "b" }, { name: "a" }]), ["~ /: another order"])
    assert.deepStrictEqual(differences(before, before), [])
  })
})
