import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { goal } from "../support/goals.ts"
import { migratedHome, run, serve } from "./service.ts"

describe("a service whose own PostgreSQL is killed", () => {
  it.live("ends with 1 and says why, and what was kept is there at its next start", () =>
    Effect.scoped(Effect.gen(function*() {
      const dataDir = yield* migratedHome
      const variables = { DATA_DIR: dataDir, LOG_LEVEL: "error" }
      const service = yield* serve(variables)
      const made = yield* run(["bootstrap", "--company", "Before", "--owner-email", "a@before.example", "--json"], variables)
      const { company_id } = JSON.parse(made.out)

      const [pid] = readFileSync(join(dataDir, "postgres-18/postmaster.pid"), "utf8").split("\n")
      process.kill(Number(pid), "SIGKILL")
      const begun = performance.now()
      const { code, err } = yield* service.ended
      assert.strictEqual(code, 1, err)
      assert.match(err, /^PostgreSQL ended by itself, with code 137; its log says: .*$/m)
      assert.isBelow(performance.now() - begun, goal(30_000))

      const kept = yield* run(["tier", "--company", String(company_id), "--tier", "builder"], variables)
      assert.deepStrictEqual([kept.code, kept.err], [0, ""])
      assert.include(kept.out, "(Before)")
    })))
})
