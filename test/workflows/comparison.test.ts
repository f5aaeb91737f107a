import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"

const rows = readFileSync(new URL("../../workflows/workflows/comparison.md", import.meta.url), "utf8").split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| | "))
  .map((line) => line.slice(2, -2).split(" | "))

describe("what is said of other engines of durable work", () => {
  it("says from where each answer is, and names a test for each of ours that is not no", () => {
    assert.isAbove(rows.length, 30)
    for (const [feature, ...cells] of rows) {
      const [here, test] = cells.splice(5)
      assert.strictEqual(cells.length, 5, feature)
      for (const cell of cells) assert.match(cell, /^(?:\?|\[(?:yes|no|part)(?:: [^\]]+)?\]\(https:\/\/[^ )]+\))$/u, feature)
      assert.match(here!, /^(?:yes|no|part)\b/u, feature)
      if (here!.startsWith("no")) continue
      const [, file, title] = /^`([^`]+)`: (.+)$/u.exec(test!)!
      assert.include(readFileSync(new URL(`../${file}`, import.meta.url), "utf8"), title!, feature)
    }
  })
})
