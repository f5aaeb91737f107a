import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Layer, Option } from "effect"
import { loadContent } from "#layers/content/content-store"
import { TestServer, TestServerWith } from "../support/test-server.ts"
import { answerOf } from "../tools/asking.ts"
import { bareFigures } from "../tools/figures.ts"

const study = {
  id: "roofer_quotes",
  title: "A roofer follows up on quotes",
  industry: "roofing",
  before: "Quotes were kept in e-mail.",
  did: "Each quote became a deal with a task.",
  after: "Open quotes are called within a week.",
  also_changed: "A second estimator was hired.",
  figures: [{ name: "Quotes that became orders", unit: "percent", before: 22, after: 27, how_measured: "Counted by hand, the same quarter of two years." }],
  parts: ["deals", "tasks"],
  permission: { given_by: "A. Owner, managing director", given_on: "2026-10-01", named: false },
  provenance: { source: "operator", as_of: "2026-10-02" }
}

/** A folder that replaces the shipped case studies. */
const folderWith = (studies: ReadonlyArray<unknown>) => {
  const folder = mkdtempSync(join(tmpdir(), "cases-"))
  writeFileSync(join(folder, "case-studies.json"), JSON.stringify(studies))
  return folder
}

const Published = Layer.unwrap(Effect.map(
  Effect.acquireRelease(Effect.sync(() => folderWith([study])), (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))),
  (folder) => TestServerWith({ contentDir: Option.some(folder) })
))

layer(Published, { excludeTestServices: true })("published case studies", (it) => {
  it.effect("are told by industry, with provenance, without who allowed it", () =>
    Effect.gen(function*() {
      const answer = yield* answerOf("get_case_study", { industry: "roofer" })
      assert.strictEqual(answer.count, 1)
      assert.notProperty(answer, "note")
      assert.deepInclude(answer.case_studies[0], { id: study.id, permitted_on: "2026-10-01", figures: study.figures, provenance: study.provenance })
      assert.notInclude(JSON.stringify(answer), "A. Owner")
      assert.deepStrictEqual(bareFigures(answer), [])
      const elsewhere = yield* answerOf("get_case_study", { industry: "dental" })
      assert.deepInclude(elsewhere, { count: 0 })
      assert.match(elsewhere.note, /others are/u)
      const { success_stories } = yield* answerOf("get_transformative_impact", { focus: "success_stories" })
      assert.strictEqual(success_stories.count, 1)
    }))
})

layer(TestServer, { excludeTestServices: true })("case studies that nobody can answer for", (it) => {
  for (const [what, wrong, reason] of [
    ["no permission", { ...study, permission: undefined }, /permission/u],
    ["another source than the operator", { ...study, provenance: { source: "illustrative", as_of: "2026-10-02" } }, /provenance\.source/u],
    ["a name without leave", { ...study, company: "Acme Roofing" }, /named: true/u],
    ["an unknown industry", { ...study, industry: "alchemy" }, /no industry "alchemy"/u],
    ["an unknown part", { ...study, parts: ["teleport"] }, /no part "teleport"/u]
  ] as const) {
    it.effect(`are refused with the content: ${what}`, () =>
      Effect.gen(function*() {
        const folder = folderWith([wrong])
        const exit = yield* Effect.exit(loadContent(folder))
        rmSync(folder, { recursive: true })
        assert.isTrue(Exit.isFailure(exit))
        assert.match(JSON.stringify(exit), /case-studies\.json/u)
        assert.match(JSON.stringify(exit).replaceAll("\\\"", "\""), reason)
      }))
  }
})
