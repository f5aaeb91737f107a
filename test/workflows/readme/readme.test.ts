import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"

const read = (path: string) => readFileSync(join(import.meta.dirname, path), "utf8")

const files = readdirSync(import.meta.dirname).filter((name) => name !== "readme.test.ts").map(read)

/** A snippet begins at the margin, wherever it stands in its file. */
const isIn = (file: string, snippet: string) =>
  [0, 2, 4].some((depth) => file.includes(snippet.replace(/^(?=.)/gm, " ".repeat(depth))))

const guide = read("../../../workflows/README.md")
const blocks = [...guide.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language, text]) => ({ language, text: text! }))

describe("the guide to workflows", () => {
  it("has no code but that of its files", () => {
    assert.isAbove(blocks.length, 7)
    for (const { language, text } of blocks) {
      assert.strictEqual(language, "ts")
      assert.isTrue(files.some((file) => isIn(file, text)), `In no file of test/workflows/readme:\n${text}`)
    }
  })

  it("names only what there is", () => {
    const durable = read("../../../workflows/durable.ts")
    const [, table] = /All of it comes from `#workflows\/durable`:\n\n(.*?)\n\n/s.exec(guide)!
    for (const [, name] of table!.matchAll(/`(\w+)\(/g)) assert.include(durable, `export const ${name} =`)
  })
})
