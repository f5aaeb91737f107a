import { assert, describe, it } from "@effect/vitest"
import { grouped } from "#workflows/kb/grouping"

const asked = (text: string, times = 1) => ({ text, stems: text.split(" "), times, last_at: "2030-01-01T00:00:00Z" })

describe("questions", () => {
  it("that share what their words tell, or synonyms of it, are one; those that share common words are not", () => {
    const texts = [asked("wrap present", 3), asked("wrap gift"), asked("gift wrap paper", 2), asked("open sunday"), asked("open monday"), asked("voucher year")]
    assert.deepStrictEqual(grouped(texts, []).find(({ query }) => query === "wrap present")!.others, [])
    const synonyms = [[["gift"], ["present"]], [["gift", "card"], ["voucher"]]]
    const [first, ...rest] = grouped(texts, synonyms)
    assert.deepInclude(first, { query: "wrap present", times: 6, others: ["wrap gift", "gift wrap paper"] })
    assert.sameMembers(rest.map(({ query }) => query), ["open sunday", "open monday", "voucher year"])
  })

  it("have the company's synonyms in several words", () => {
    const [first] = grouped([asked("voucher valid"), asked("card gift valid")], [[["gift", "card"], ["voucher"]]])
    assert.strictEqual(first!.times, 2)
  })
})
