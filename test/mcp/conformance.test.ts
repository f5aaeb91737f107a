import { readFileSync, writeFileSync } from "node:fs"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { revisions } from "#src/mcp/profile"
import { FIXTURE, FixtureServer } from "./fixture-server.ts"
import { type Checked, complaints, conformance, scored } from "./suite.ts"

const MINUTES = 180_000

const goldenOf = (revision: string) => new URL(`golden-${revision}.json`, import.meta.url)

const count = (checks: Checked, names: ReadonlyArray<string>) => names.flatMap((name) => Object.values(checks[name] ?? {})).length

layer(FixtureServer, { excludeTestServices: true })("the conformance suite", (it) => {
  for (const revision of revisions) {
    it.effect(`passes on the fixture, every scored check of ${revision} by name`, () =>
      Effect.gen(function*() {
        const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
        const checks = yield* Effect.promise(() => conformance(base + FIXTURE, revision))
        if (process.env["UPDATE_GOLDEN"] === revision) writeFileSync(goldenOf(revision), `${JSON.stringify(checks, null, 2)}\n`)

        const expected = JSON.parse(readFileSync(goldenOf(revision), "utf8")) as Checked
        assert.deepStrictEqual(checks, expected, complaints.join("\n"))
        const names = scored(revision)
        assert.sameMembers(Object.keys(checks), [...names.scored, ...names.unscored])
        for (const name of names.scored) {
          assert.isAbove(count(checks, [name]), 0, `${name} checked nothing`)
          for (const [id, status] of Object.entries(checks[name]!)) assert.include(["SUCCESS", "SKIPPED"], status, `${name} ${id}`)
        }
      }), MINUTES)
  }
})
