import { readFileSync, renameSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { eventually } from "../support/eventually.ts"
import { goal } from "../support/goals.ts"
import { rounds } from "../support/rounds.ts"
import { ask, migratedHome, run, serve } from "./service.ts"

const KILLS = rounds(2, 5)

const postgresOf = (dataDir: string) => Number(readFileSync(join(dataDir, "postgres-18/postmaster.pid"), "utf8").split("\n")[0])

describe("a service whose own PostgreSQL is killed", () => {
  it.live("starts it again, loses nothing, and is ready as before", ({ annotate }) =>
    Effect.scoped(Effect.gen(function*() {
      const dataDir = yield* migratedHome
      const service = yield* serve({ DATA_DIR: dataDir, LOG_LEVEL: "error" })
      const headers = { authorization: `Bearer ${service.key}`, "content-type": "application/json" }
      const names: Array<string> = []
      const times: Array<number> = []
      for (let n = 0; n < KILLS; n++) {
        const first_name = `Before ${n}`
        const made = yield* ask(service, "/api/v1/crm/contacts", { method: "POST", body: JSON.stringify({ first_name }), headers })
        assert.strictEqual(made.status, 201, JSON.stringify(made.json))
        names.push(first_name)
        const pid = postgresOf(dataDir)
        const begun = performance.now()
        process.kill(pid, "SIGKILL")
        yield* eventually(ask(service, "/health/ready"), ({ status }) => status === 200 && postgresOf(dataDir) !== pid, 30_000)
        times.push(Math.round(performance.now() - begun))
        const { json } = yield* ask(service, "/api/v1/crm/contacts?limit=200&search=Before")
        assert.sameMembers(json.items.map((one: { readonly first_name: string }) => one.first_name), names)
      }
      yield* Effect.promise(() => annotate(`ready again after ${times.join(", ")} ms`))
    })))

  it.live("ends with 1 and says why where it cannot be started again, and what was kept is there at its next start", () =>
    Effect.scoped(Effect.gen(function*() {
      const dataDir = yield* migratedHome
      const variables = { DATA_DIR: dataDir, LOG_LEVEL: "error" }
      const service = yield* serve(variables)
      const made = yield* run(["bootstrap", "--company", "Before", "--owner-email", "a@before.example", "--json"], variables)
      const { company_id } = JSON.parse(made.out)

      const control = join(dataDir, "postgres-18/global/pg_control")
      renameSync(control, `${control}.away`)
      process.kill(postgresOf(dataDir), "SIGKILL")
      const begun = performance.now()
      const { code, err } = yield* service.ended
      assert.strictEqual(code, 1, err)
      assert.match(err, /^PostgreSQL ended (?:by itself|while starting), with code \d+; its log says: .*$/m)
      assert.isBelow(performance.now() - begun, goal(30_000))

      renameSync(`${control}.away`, control)
      const kept = yield* run(["tier", "--company", String(company_id), "--tier", "builder"], variables)
      assert.deepStrictEqual([kept.code, kept.err], [0, ""])
      assert.include(kept.out, "(Before)")
    })))
})
