import { assert, it } from "@effect/vitest"
import { parse } from "csv-parse/sync"
import { Effect } from "effect"
import { readXlsx } from "hucre/xlsx"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fitsSheet } from "#src/commands/export-file"
import { ask, migratedHome, run, serve } from "./service.ts"

it.live("a spreadsheet has as many rows as one can have, and no more are begun", () =>
  Effect.gen(function*() {
    yield* fitsSheet(1_048_575)
    const { message } = yield* Effect.flip(fitsSheet(1_048_576))
    assert.include(message, "a spreadsheet has at most 1,048,575")
  }))

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
    assert.deepStrictEqual([written.code, written.out], [0, ""])
    assert.match(written.err, /^11 rows: \d[\d,]* rows a second\.\n$/u)
    assert.lengthOf(readFileSync(output, "utf8").trim().split("\n"), 11)

    const sheet = join(folder, "tagged.xlsx")
    const spread = yield* run([...from, "--tag", "cli", "--format", "xlsx", "--out", sheet], variables)
    assert.deepStrictEqual([spread.code, spread.out, spread.err.slice(0, 10)], [0, "", "450 rows: "])
    const { sheets: [made] } = yield* Effect.promise(() => readXlsx(readFileSync(sheet)))
    assert.deepStrictEqual([made!.rows.length, made!.rows[0]!.slice(0, 2), typeof made!.rows[1]![0]], [451, ["id", "first_name"], "number"])

    const list = (name: string) => ["export", name, ...from.slice(2)]
    const tasks = yield* run([...list("tasks"), "--filter", "status=open"], variables)
    assert.deepStrictEqual([tasks.code, tasks.err, tasks.out.slice(0, 9)], [0, "", "id,title,"])
    const left = readdirSync(folder).filter((name) => /part|resume|new/.test(name))
    assert.deepStrictEqual(left, [])

    for (const [command, environment, message] of [
      [list("list_taks"), variables, "Did you mean list_tasks?"],
      [[...list("list_tasks"), "--filter", "color=red"], variables, "list_tasks takes no \"color\"; it takes"],
      [[...list("list_tasks"), "--filter", "status=lost"], variables, "status: Expected"],
      [[...list("list_tasks"), "--filter", "status"], variables, "is not name=value"],
      [list("list_segment_contacts"), variables, "list_segment_contacts needs --filter id=..."],
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
  }))
