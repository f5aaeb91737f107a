import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Api } from "#schemas/api"
import { catalogOf } from "#schemas/kernel/catalog"
import { endingsOf } from "#src/commands/sent-file"
import { ask, migratedHome, run, serve } from "./service.ts"

it("the command line knows how the files of each operation that takes one are called", () => {
  const types = catalogOf(Api).filter(({ access, upload }) => access !== "public" && upload !== undefined).flatMap(({ upload }) => Object.keys(upload!.examples))
  assert.include(types, "text/csv")
  assert.deepStrictEqual(types.filter((type) => endingsOf(type).length === 0), [])
})

it.live("the command line brings in files of contacts and products, and sends files to operations that take one", () =>
  Effect.gen(function*() {
    const folder = yield* migratedHome
    const service = yield* serve({ DATA_DIR: folder, LOG_LEVEL: "error" })
    const url = ["--url", `http://127.0.0.1:${service.port}`]
    const variables = { API_KEY: service.key }
    const file = (name: string, text: string) => {
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    }
    const people = file("people.csv", "Mail,First=name,Shoe size\ngracielle@file.example,Gracielle,38\nada at file,Ada,37\n")
    const mapping = ["--mapping", "Mail=email", "--mapping", "First=name=first_name", "--mapping", "Shoe size="]
    const rejects = join(folder, "wrong.csv")

    const checked = yield* run(["import", "contacts", people, ...mapping, "--dry-run", ...url], variables)
    assert.deepStrictEqual([checked.code, checked.out], [1, "2 rows checked: 1 new, 0 changed, 0 as they were, 1 rejected.\n"])
    const total = (query: string) => Effect.map(ask(service, `/api/v1/crm/contacts?limit=1&${query}`), ({ json }) => json.total)
    assert.strictEqual(yield* total("search=gracielle"), 0)

    const first = yield* run(["import", "contacts", people, ...mapping, "--rejects", rejects, ...url], variables)
    assert.deepStrictEqual([first.code, first.out], [1, "2 rows: 1 new, 0 changed, 0 as they were, 1 rejected.\n"])
    assert.match(first.err, /^line 3: email: .+\n$/)
    assert.match(readFileSync(rejects, "utf8"), /^import_line,import_reason,Mail,First=name,Shoe size\n3,.+,ada at file,Ada,37\n$/)
    assert.strictEqual(yield* total("search=gracielle"), 1)

    const again = yield* run(["import", "contacts", file("more.jsonl", `{"email":"gracielle@file.example","first_name":"Gracielle"}\n`), ...url], variables)
    assert.deepStrictEqual([again.code, again.out, again.err], [0, "1 row: 0 new, 0 changed, 1 as they were, 0 rejected.\n", ""])
    const goods = yield* run(["import", "products", file("goods.csv", "handle,title,sku,price,currency\ncli-mug,Mug,CLI-MUG,9.00,USD\n"), ...url], variables)
    assert.deepStrictEqual([goods.code, goods.out, goods.err], [0, "1 row: 1 new, 0 changed, 0 as they were, 0 rejected.\n", ""])

    const picture = file("mug.svg", `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8"/></svg>`)
    const media = yield* run(["api", "upload_media", "alt=A mug", "tags=shop", "tags=red", "--file", picture, ...url], variables)
    assert.strictEqual(media.code, 0, media.err + media.out)
    const { alt, name, tags } = JSON.parse(media.out)
    assert.deepStrictEqual([alt, name, tags], ["A mug", "mug.svg", ["shop", "red"]])

    for (const [command, environment, message] of [
      [["import", "contact", people], variables, "There is no operation \"import_contact\". Did you mean import_contacts?"],
      [["import", "contacts", join(folder, "people.xls")], variables, "it has to end with one of .csv, .ndjson, .jsonl"],
      [["import", "contacts", join(folder, "nobody.csv")], variables, "nobody.csv cannot be read"],
      [["import", "contacts", people], {}, "Set API_KEY to an API key of the company."],
      [["import", "contacts", people, "--mapping", "Mail"], variables, "is not column=field"],
      [["import", "contacts", people, "--mapping", "Mail=post"], variables, "post"],
      [["api", "import_contacts"], variables, "import_contacts takes a file: name it with --file."],
      [["api", "list_products", "--file", people], variables, "list_products takes no file."]
    ] as const) {
      const failed = yield* run([...command, ...url], environment)
      assert.notStrictEqual(failed.code, 0, command.join(" "))
      assert.include(failed.err, message, command.join(" "))
    }
  }))
