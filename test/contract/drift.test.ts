import { assert, describe, it } from "@effect/vitest"
import { Api } from "#schemas/api"
import { catalogOf } from "#schemas/kernel/catalog"
import { changelog, changesOf, extended, shapesOf, standing } from "./changes.ts"
import { differences, drift, report } from "./drift.ts"
import { byCategory, print } from "./golden-files.ts"

describe("the contract", () => {
  it("is what the golden files say", () => {
    const found = drift()
    assert.isEmpty(found, report(found))
  })

  it("loses nothing when it is kept by category, and does not care for order", () => {
    const schema = (ref: string) => ({ type: "object", properties: { a: { $ref: `#/components/schemas/${ref}` } }, required: ["b", "a"] })
    const document = {
      info: { title: "x" },
      paths: {
        "/a": { get: { operationId: "list_a", schema: { $ref: "#/components/schemas/A" } } },
        "/b": { post: { operationId: "create_b", schema: { $ref: "#/components/schemas/B" } }, get: { operationId: "c" } }
      },
      components: { schemas: { A: schema("Own"), B: schema("Shared"), Own: schema("Shared"), Shared: { type: "string" }, Unused: {} } }
    }
    const files = byCategory(document, (name) => ({ list_a: "a", create_b: "b" })[name])
    assert.deepStrictEqual(Object.fromEntries(Object.entries(files).map(([file, { components }]: [string, any]) => [file, Object.keys(components.schemas)])), {
      kernel: ["Shared", "Unused"], a: ["A", "Own"], b: ["B"]
    })
    const { components, paths } = document
    assert.deepStrictEqual(files["kernel"], {
      info: document.info, paths: { "/b": { get: paths["/b"].get } }, components: { schemas: { Shared: components.schemas.Shared, Unused: {} } }
    })
    assert.deepStrictEqual(files["a"], { paths: { "/a": paths["/a"] }, components: { schemas: { A: components.schemas.A, Own: components.schemas.Own } } })
    assert.deepStrictEqual(files["b"], { paths: { "/b": { post: paths["/b"].post } }, components: { schemas: { B: components.schemas.B } } })
    assert.strictEqual(print({ b: 1, a: { required: ["y", "x"] } }), print({ a: { required: ["x", "y"] }, b: 1 }))
    assert.notStrictEqual(print({ steps: [1, 2] }), print({ steps: [2, 1] }))
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

  it("has every operation in its changelog, newest day first", () => {
    const log = changelog()
    assert.sameMembers([...standing(log)], catalogOf(Api).map(({ name }) => name), "npm run contract -- --write tells the changelog")
    assert.deepStrictEqual(log.map(({ date }) => date), log.map(({ date }) => date).toSorted().toReversed())
  })

  it("is told in words where an operation differs, and a day's changes are joined", () => {
    const operation = (operationId: string, fields: Readonly<Record<string, object>>, required: ReadonlyArray<string>, meaning: object = {}) => ({
      operationId, parameters: [], requestBody: { content: { "application/json": { schema: { $ref: `#/components/schemas/${operationId}` } } } },
      responses: { 200: { content: { "application/json": { schema: { properties: fields } } } } }, "x-operation": { scope: "crm:write", tierFloor: "starter", ...meaning },
      schema: { properties: fields, required }
    })
    const document = (...all: ReadonlyArray<ReturnType<typeof operation>>) => shapesOf([{
      paths: Object.fromEntries(all.map((one) => [`/${one.operationId}`, { post: one }])),
      components: { schemas: Object.fromEntries(all.map((one) => [one.operationId, one.schema])) }
    }])
    const before = document(operation("a", { x: {}, y: {} }, []), operation("b", {}, []))
    const after = document(operation("a", { x: {}, z: {} }, ["x", "z"], { requiresConsent: true, scope: "crm:read" }), operation("c", {}, []))
    const changes = changesOf(before, after, "2030-01-02")
    assert.deepStrictEqual(changes, {
      date: "2030-01-02", added: ["c"], removed: ["b"], changed: {
        a: [
          "no longer answers with `y`", "answers with `z`", "has the scope `crm:read`, not `crm:write`", "needs consent", "takes `x`, which is required now",
          "no longer takes `y`", "takes `z`, which is required"
        ]
      }
    })
    const first = [{ date: "2030-01-01", added: ["a", "b"], removed: [], changed: {} }]
    const once = extended(first, changes)
    assert.deepStrictEqual(once, [changes, ...first])
    assert.deepStrictEqual(extended(once, { date: "2030-01-02", added: ["b"], removed: ["c"], changed: {} }), [{ ...changes, added: [], removed: [] }, ...first])
    assert.deepStrictEqual([...standing(once)], ["a", "c"])
    assert.strictEqual(extended(first, { date: "2030-01-03", added: [], removed: [], changed: {} }), first)
  })
})
