import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { merchantCategories } from "#layers/content/merchant-categories"
import { currentContent } from "#layers/content/content-store"
import { TestServer, json, send } from "../support/test-server.ts"

const ask = (given: Record<string, unknown>) =>
  Effect.map(
    send("/api/mcp", { method: "POST", ...json({ type: "call_tool", tool: "get_mcc_codes", arguments: given }) }),
    ({ json, status }) => ({ status, data: json.data, error: json.error })
  )

const codesOf = (data: any): ReadonlyArray<string> => data.codes.map(({ mcc }: any) => mcc)

/** The request that a hint ends with. */
const tried = (hint: string) => JSON.parse(hint.slice(hint.indexOf("Try: ") + 5)).arguments

layer(TestServer, { excludeTestServices: true })("merchant codes", (it) => {
  it.effect("are found by what people call an industry, its usual code first", () =>
    Effect.gen(function*() {
      for (const [words, code] of [
        ["dentist", "8021"], ["Dental Practice", "8021"], ["lawyer", "8111"], ["pizzeria", "5812"], ["hair salon", "7230"], ["vet", "0742"],
        ["plumber", "1711"], ["gym", "7997"], ["florists", "5992"], ["taxi", "4121"], ["cpa", "8931"]
      ] as const) {
        const { data } = yield* ask({ category: words })
        assert.strictEqual(codesOf(data)[0], code, words)
      }
    }))

  it.effect("are found by words of their description, best first, at most twenty with the count of all", () =>
    Effect.gen(function*() {
      assert.strictEqual(codesOf((yield* ask({ category: "funeral" })).data)[0], "7261")
      assert.strictEqual(codesOf((yield* ask({ category: "parking garage" })).data)[0], "7523")
      const { data } = yield* ask({ category: "airlines" })
      assert.lengthOf(data.codes, 20)
      assert.isAbove(data.total, 20)
      assert.deepInclude((yield* ask({ category: "zzzzqq" })).data, { total: 0, codes: [] })
    }))

  it.effect("are told by their exact code with who usually gets them", () =>
    Effect.gen(function*() {
      const { data } = yield* ask({ mcc_code: "8021" })
      assert.strictEqual(data.total, 1)
      assert.deepInclude(data.codes[0], { mcc: "8021", description: "Dentists and Orthodontists" })
      assert.include(data.codes[0].industries, "Dental Practice")
      assert.strictEqual((yield* ask({ mcc_code: "0742" })).data.codes[0].description, "Veterinary Services")
    }))

  it.effect("that are malformed or belong to nobody are refused with one that works", () =>
    Effect.gen(function*() {
      for (const [code, near] of [
        ["742", { mcc_code: "0742" }], ["80 21", { mcc_code: "8021" }], ["8022", { mcc_code: "8021" }], ["-1", { mcc_code: "0742" }],
        ["dentist", { category: "dentist" }], ["", {}], ["80211", {}], ["Zahnarzt", {}]
      ] as const) {
        const { error, status } = yield* ask({ mcc_code: code })
        assert.strictEqual(status, 422, code)
        assert.strictEqual(error.details[0].field, "mcc_code")
        assert.deepStrictEqual(tried(error.hint), near, code)
      }
    }))

  it.effect("lie in the groups of ISO 18245 when nothing is asked for", () =>
    Effect.gen(function*() {
      const { data } = yield* ask({})
      assert.strictEqual(data.total, merchantCategories().length)
      assert.strictEqual(data.groups.reduce((sum: number, { count }: any) => sum + count, 0), data.total)
    }))

  it.effect("of the shipped pack exist, for every industry and for nothing else", () =>
    Effect.gen(function*() {
      const content = yield* currentContent
      const known = new Set(merchantCategories().map(({ mcc }) => mcc))
      const usual = content["merchant-categories"].industries
      const industries = content.templates.flatMap(({ industries }) => industries.map(({ id }) => id))
      assert.sameMembers(Object.keys(usual), industries)
      assert.deepStrictEqual(Object.values(usual).flat().filter((code) => !known.has(code)), [])
    }))
})
