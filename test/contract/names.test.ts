import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"

/** Identifiers that were replaced by the field's terms, and must not come back. Whole words; add to the list what is renamed next. */
const replaced = [
  "Visit", "Guest", "deed", "sorry", "Listed", "customised", "binned", "examination", "Held",
  "Door", "Doorway", "turnsAway", "vouch", "Reentry", "HERE", "desk", "standIn", "Leases", "Batches", "Journal",
  "Vault", "rehearsal", "evenly", "stillAt", "House", "HouseBeside", "knock", "Barred", "undecided", "Entry",
  "Exchange", "Edge"
]

/** Where one of these words has its plain meaning: part of the path, and why. */
const plain: Readonly<Record<string, ReadonlyArray<readonly [path: string, why: string]>>> = {
  Visit: [["src/dashboard/words/german/contract/", "a label of the contract"]],
  Held: [["src/dashboard/words/german/contract/", "a label of the contract"]],
  Edge: [["workflows/auth/device.ts", "the browser of that name"]],
  Entry: [["schemas/content/faq.ts", "an entry of a list of questions"], ["layers/website/archive.ts", "the type of the library for ZIP files"], ["src/dashboard/words/german/contract/", "a label of the contract"]],
  Exchange: [["schemas/auth/install-tokens.api.ts", "the verb"], ["src/dashboard/words/german/contract/", "a label of the contract"]]
}

const root = join(import.meta.dirname, "../..")

/** Lines of our programs that hold the word. `git grep` exits with 1 where it finds none. */
const linesWith = (word: string): ReadonlyArray<string> => {
  try {
    const found = execFileSync("git", ["grep", "-nwF", "-e", word, "--", "schemas/*.ts", "layers/*.ts", "workflows/*.ts", "src/*.ts"], { cwd: root, encoding: "utf8" })
    return found.trim().split("\n")
  } catch (error) {
    if (error instanceof Error && "status" in error && error.status === 1) return []
    throw error
  }
}

describe("names", () => {
  for (const word of replaced) {
    it(`does not say ${word}`, () => {
      const excepted = plain[word] ?? []
      assert.deepStrictEqual(linesWith(word).filter((line) => !excepted.some(([path]) => line.startsWith(path))), [])
      for (const [path] of excepted) assert.isTrue(linesWith(word).some((line) => line.startsWith(path)), `${path} no longer says ${word}`)
    })
  }
})
