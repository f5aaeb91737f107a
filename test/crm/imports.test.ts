import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { House, send } from "../support/house.ts"
import { imported, rejectsOf, taken } from "./imported.ts"

layer(House, { excludeTestServices: true })("imports", (it) => {
  it.effect("a file makes contacts, changes those whose address it names, and keeps what it cannot take", () =>
    Effect.gen(function*() {
      const first = yield* imported([
        "First Name,Surname,E-Mail,Mobile,Company,Labels,Shoe",
        "Grace,Hopper,GRACE@navy.example,+1 202 555 0123,US Navy,\"vip;newsletter\",38",
        "Ada,Lovelace,ada@engine.example,,,,",
        "Bad,Address,not an address,,,,",
        "Bad,Number,,12345,,,",
        ",,,,,,",
        "No,Address,,,,,"
      ].join("\r\n"))
      assert.deepStrictEqual([first.state, first.progress, ...taken(first)], ["completed", 1, 3, 0, 0, 2], JSON.stringify(first))
      assert.deepStrictEqual(first.columns, [
        { name: "First Name", field: "first_name" }, { name: "Surname", field: "last_name" }, { name: "E-Mail", field: "email" },
        { name: "Mobile", field: "phone" }, { name: "Company", field: "company_name" }, { name: "Labels", field: "tags" },
        { name: "Shoe", field: null }
      ])
      assert.deepStrictEqual(first.rejected_rows.map(({ line }: any) => line), [4, 5])
      const rejects = yield* rejectsOf(first.id)
      assert.strictEqual(rejects.status, 200)
      assert.strictEqual(rejects.headers.get("content-type"), "text/csv; charset=utf-8")
      assert.include(rejects.headers.get("content-disposition")!, `import-${first.id}-rejects.csv`)

      const { json: { items } } = yield* send("/crm/contacts?search=grace", { key: "acme" })
      assert.deepInclude(items[0], { first_name: "Grace", email: "grace@navy.example", phone: "+12025550123", tags: ["newsletter", "vip"] })

      const second = yield* imported("email,notes\ngrace@navy.example,likes compilers\nada@engine.example,\nnew@x.example,hello\n")
      assert.deepStrictEqual(taken(second), [1, 1, 1, 0])
    }))
})
