import { assert, it } from "@effect/vitest"
import { parse } from "csv-parse/sync"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { ask, migratedHome, run, serve } from "./service.ts"

it.live("the command line takes out contacts of a running service, page by page, within its rate", () =>
  Effect.gen(function*() {
    const folder = yield* migratedHome
    const service = yield* serve({ DATA_DIR: folder, LOG_LEVEL: "error" })
    const file = Array.from({ length: 450 }, (_, n) => `cli-${n}@x.example,"Line ${n}\nand more",cli`)
    const sent = yield* ask(service, "/api/v1/crm/contacts/import", {
      method: "POST",
      body: ["email,notes,tags", ...file].join("\n"),
      headers: { "authorization": `Bearer ${service.key}`, "content-type": "text/csv" }
    })
    assert.strictEqual(sent.status, 202, JSON.stringify(sent.json))
    const total = yield* ask(service, "/api/v1/crm/contacts?tag=cli&limit=1").pipe(
      Effect.repeat({ until: ({ json }) => json.total === 450 }),
      Effect.map(({ json }) => json.total)
    )
    const contacts = ["export", "contacts"]
    const from = [...contacts, "--url", `http://127.0.0.1:${service.port}`]
    const variables = { API_KEY: service.key }

    const all = yield* run([...from, "--tag", "cli"], variables)
    assert.deepStrictEqual([all.code, all.err], [0, ""])
    const rows: ReadonlyArray<ReadonlyArray<string>> = parse(all.out)
    assert.deepStrictEqual([rows.length, rows[0]![0], rows[450]![3]], [total + 1, "id", "cli-449@x.example"])

    const output = join(folder, "contacts.ndjson")
    const written = yield* run([...from, "--format", "ndjson", "--output", output, "--search", "cli-44"], variables)
    assert.deepStrictEqual([written.code, written.out, written.err], [0, "", ""])
    assert.lengthOf(readFileSync(output, "utf8").trim().split("\n"), 11)

    for (const [command, environment, message] of [
      [from, {}, "Set API_KEY to an API key of the company."],
      [from, { API_KEY: "sk_service_test_nope" }, "This API key is malformed: check that it was copied whole."],
      [[...contacts, "--url", "http://127.0.0.1:1"], variables, "The service at http://127.0.0.1:1 cannot be reached"],
      [[...from, "--output", "/nowhere/at/all.csv"], variables, "/nowhere/at/all.csv cannot be written"],
      [[...from, "--created-since", "yesterday"], variables, "an ISO 8601 instant"]
    ] as const) {
      const failed = yield* run(command, environment)
      assert.notStrictEqual(failed.code, 0)
      assert.include(failed.err, message)
      assert.notInclude(failed.err, "    at ")
    }
  }), 120_000)
