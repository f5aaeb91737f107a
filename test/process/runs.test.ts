import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ask, migratedHome, run, serve } from "./service.ts"

it.live("the command line lists, shows, exports, steers and replays the runs of a company", () =>
  Effect.gen(function*() {
    const folder = yield* migratedHome
    const service = yield* serve({ DATA_DIR: folder, LOG_LEVEL: "error" })
    const target = ["--url", `http://127.0.0.1:${service.port}`]
    const runs = (...command: ReadonlyArray<string>) => run(["runs", ...command], { API_KEY: service.key })
    const made = yield* ask(service, "/api/v1/crm/tasks", {
      method: "POST", body: JSON.stringify({ title: "Later", due_at: "2036-11-21T09:30:00Z" }),
      headers: { "authorization": `Bearer ${service.key}`, "content-type": "application/json" }
    })
    assert.strictEqual(made.status, 201, JSON.stringify(made.json))

    const listed = yield* runs("list", "--workflow", "crm.task_due", "--json", ...target).pipe(
      Effect.repeat({ until: ({ out }) => out.includes("\"waiting\"") })
    )
    const [{ id }] = JSON.parse(listed.out) as [{ readonly id: number }]
    const table = yield* runs("list", "--limit", "1", ...target)
    assert.match(table.out, /^RUN +WORKFLOW +STATUS/u)

    const shown = yield* runs("show", String(id), ...target)
    assert.match(shown.out, new RegExp(`^run ${id}  crm\\.task_due version 1  waiting`, "u"))
    assert.match(shown.out, /timer +due +1 +running +- +until 2036-11-21T09:30/u)

    const file = join(folder, "held.ndjson")
    const exported = yield* runs("export", "--workflow", "crm.task_due", "--output", file, ...target)
    assert.deepStrictEqual([exported.code, exported.out, exported.err], [0, "", ""])
    const [line, ...others] = readFileSync(file, "utf8").trim().split("\n")
    assert.deepStrictEqual([others, (JSON.parse(line!) as { readonly run: { readonly id: number } }).run.id], [[], id])
    const same = yield* run(["runs", "replay", file])
    assert.deepStrictEqual([same.code, same.out], [0, "1 history replayed, 0 would differ.\n"])
    writeFileSync(file, line!.replace("\"due\"", "\"expected\""))
    const other = yield* run(["runs", "replay", file])
    assert.strictEqual(other.code, 1)
    assert.include(other.out, "renamed: The program has timer \"due\" where the history has timer \"expected\".")
    writeFileSync(file, "nothing")
    assert.match((yield* run(["runs", "replay", file])).err, /this is no history of a run/u)

    assert.include((yield* runs("pause", String(id), ...target)).out, "paused")
    assert.strictEqual((yield* runs("resume", String(id), ...target)).code, 0)
    const refused = yield* runs("restart", String(id), ...target)
    assert.strictEqual(refused.code, 1)
    assert.notInclude(refused.err, "    at ")
    const help = yield* run(["runs", "--help"])
    for (const name of ["list", "show", "export", "replay", "pause", "resume", "retry", "restart", "cancel"]) assert.include(help.out, name)
    assert.include((yield* run(["--completions", "bash"])).out, "replay")
  }), 180_000)
