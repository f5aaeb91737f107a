import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { contentKinds, type Fact } from "#schemas/ai/content"
import { clean, composed, parted, unsupportedIn } from "#workflows/ai/composing"
import { contentV1 } from "#workflows/ai/prompts/content.v1"
import { replyV1 } from "#workflows/ai/prompts/reply.v1"

const facts: ReadonlyArray<Fact> = [
  { n: 1, kind: "product", id: 7 as never, title: "Stoneware mug", text: "Holds 350 ml. Price: $49.00." },
  { n: 2, kind: "knowledge", id: 9 as never, title: "Returns", text: "Goods come back within 30 days [#1]. The card is refunded." },
  { n: 3, kind: "company", id: null, title: "Name", text: "Juniper & Vale" }
]

describe("what is written", () => {
  it("is parted into a title and the rest where its kind has a title", () => {
    assert.deepStrictEqual(parted("page", "# Our mugs [1]\n\nThey hold much.", "Mugs"), { title: "Our mugs [1]", rest: "They hold much." })
    assert.deepStrictEqual(parted("email", "Subject: Hello\n\nDear you", "Mugs"), { title: "Hello", rest: "Dear you" })
    assert.deepStrictEqual(parted("sms", "Hello there", "Mugs"), { title: null, rest: "Hello there" })
    assert.deepStrictEqual(parted("ad", "", "About mugs. For all."), { title: "About mugs", rest: "" })
    assert.strictEqual(clean("It holds 350 ml [1]. Good [2][3]."), "It holds 350 ml. Good.")
  })

  it("tells the figures and addresses that stand in none of the facts", () => {
    const told = ["Holds 350 ml, 20 % less. Call +47 22 12 34 56, open 09:00–17:00", "write to a@b.example"]
    assert.deepStrictEqual(unsupportedIn("350 ml, 20% less, 09:00–17:00, a@b.example. Call 22 12 34 56.\n1. One\n2) Two", told), [])
    assert.deepStrictEqual(unsupportedIn("Only 19.90! 40 % off until 31 May, see https://evil.example/x or c@d.example", told), [
      "19.90", "40 %", "31", "https://evil.example/x", "c@d.example"
    ])
  })

  it("where it is simulated, says so, says nothing but the facts, and points at them", () => {
    for (const kind of contentKinds) {
      for (const length of ["short", "medium", "long"] as const) {
        const text = composed({ about: "Our mugs, for people who drink tea.", kind, length, notice: "[Simulated]" }, facts)
        assert.include(text, "[Simulated]")
        assert.include(text, "[#1]", kind)
        assert.deepStrictEqual(unsupportedIn(text.replaceAll(/\[#\d\]/gu, ""), facts.map(({ text }) => text)), [], kind)
        assert.notInclude(text, "days [#1]", "a mark inside of a fact points at nothing")
      }
    }
  })
})

describe("the prompts of content and replies", () => {
  it("give facts, names and wishes as data out of which nothing breaks", () => {
    fc.assert(fc.property(fc.string(), fc.string(), (text, about) => {
      const passages = [{ n: 1, title: text, heading: [], text }]
      const content = contentV1.instructions({ kind: "page", company: text, language: "en", size: "short", tone: text, facts: passages })
      const reply = replyV1.instructions({ company: text, language: undefined, brief: true, tone: text, passages })
      for (const prompt of [content, reply]) assert.strictEqual(prompt.split("\n").filter((line) => line === "==========").length, 2)
      assert.strictEqual(JSON.parse(contentV1.message(about)).about, about)
      assert.strictEqual(JSON.parse(replyV1.message({ name: text, wish: about, conversation: [] })).wish, about)
    }))
  })
})
