import { assert, describe, it } from "@effect/vitest"
import { findTools } from "#src/connector/finding"
import { verbs } from "#src/connector/verbs"
import { everyday, newer, unseen } from "./phrases.ts"

const SHOWN = 3

const names = new Set(verbs.map(({ name }) => name))

describe("search_tools", () => {
  for (const [what, phrases, least] of [
    ["everyday phrases", everyday, 57], ["phrases of newer parts", newer, 57], ["phrases that its words were not made for", unseen, 27]
  ] as const) {
    it(`finds at least ${least} of ${phrases.length} ${what} among the first ${SHOWN}`, ({ annotate }) => {
      for (const [words, ...tools] of phrases) assert.isTrue(tools.every((tool) => names.has(tool)), words)
      const missed = phrases.flatMap(([words, ...tools]) => {
        const found = findTools(words, SHOWN).map(({ name }) => name)
        return found.some((name) => tools.includes(name)) ? [] : [`${words}: ${found.join(", ")} instead of ${tools.join(" or ")}`]
      })
      annotate(`${phrases.length - missed.length} of ${phrases.length}`)
      assert.isAtLeast(phrases.length - missed.length, least, missed.join("\n"))
    })
  }
})
