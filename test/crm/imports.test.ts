import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../support/database.ts"
import { TestServer, json, send } from "../support/test-server.ts"
import { ended, imported, rejectsOf, taken, upload } from "./imported.ts"
import { member, receiptsOf } from "./records.ts"

const contacts = Effect.fnUntraced(function*(query: string, key: "acme" | "bolt" = "acme") {
  const { json } = yield* send(`/crm/contacts?${query}`, { key })
  return json.items as ReadonlyArray<any>
})

const reasonsOf = ({ rejected_rows }: any) => rejected_rows.map(({ line, reason }: any) => `${line} ${reason}`)

layer(TestServer, { excludeTestServices: true })("imports", (it) => {
  it.effect("a file makes contacts, changes those whose address it names, and keeps what it cannot take", () =>
    Effect.gen(function*() {
      const first = yield* imported([
        "First Name,Surname,E-Mail,Mobile,Company,Labels,Shoe",
        "Grace,Hopper,GRACE@navy.example,+1 202 555 0123,US Navy,\"vip;newsletter\",38",
        "Ada,Lovelace,ada@engine.example,,,,",
        "Bad,Address,=1+1,,,,",
        "Bad,Number,,12345,,,",
        ",,,,,,",
        ",,,,,,38",
        "No,Address,,,,,"
      ].join("\r\n"))
      assert.deepStrictEqual([first.state, first.progress, ...taken(first)], ["completed", 1, 3, 0, 0, 3], JSON.stringify(first))
      assert.deepStrictEqual(first.columns, [
        { name: "First Name", field: "first_name" }, { name: "Surname", field: "last_name" }, { name: "E-Mail", field: "email" },
        { name: "Mobile", field: "phone" }, { name: "Company", field: "company_name" }, { name: "Labels", field: "tags" },
        { name: "Shoe", field: null }
      ])
      assert.deepStrictEqual(reasonsOf(first), [
        "4 email: Expected an e-mail address", "5 phone: Expected a phone number with country prefix, like +1 202 555 0123",
        "7 the row has no name, no e-mail address and no phone number"
      ])
      const rejects = yield* rejectsOf(first.id)
      assert.strictEqual(rejects.headers.get("content-type"), "text/csv; charset=utf-8")
      assert.strictEqual(rejects.headers.get("content-disposition"), `attachment; filename="import-${first.id}-rejects.csv"`)
      assert.deepStrictEqual(rejects.text.trim().split("\n").slice(0, 2), [
        "import_line,import_reason,First Name,Surname,E-Mail,Mobile,Company,Labels,Shoe",
        "4,email: Expected an e-mail address,Bad,Address,'=1+1,,,,"
      ])

      const [grace] = yield* contacts("search=grace")
      assert.deepInclude(grace, { first_name: "Grace", email: "grace@navy.example", phone: "+12025550123", tags: ["newsletter", "vip"] })
      const second = yield* imported("email,notes\ngrace@navy.example,likes compilers\nada@engine.example,\nnew@x.example,hello\n")
      assert.deepStrictEqual(taken(second), [1, 1, 1, 0])
      assert.deepInclude((yield* contacts("search=grace"))[0], { first_name: "Grace", notes: "likes compilers", version: 2 })
      assert.isNull(second.rejects_url)
      assert.strictEqual((yield* rejectsOf(second.id)).text, "import_line,import_reason,email,notes\n")
    }))

  it.effect("leaves a receipt with what changed, and an event for each contact and for the end", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* imported("email,first_name\nreceipt@x.example,Old\n")
      const { id, run_id } = yield* imported("email,first_name\nreceipt@x.example,New\n")
      const [contact] = yield* contacts("search=receipt@x.example")
      assert.deepStrictEqual((yield* receiptsOf("acme", "contact", contact.id)).map(({ after, verb }) => [verb, after.first_name]), [
        ["import_contacts", "Old"], ["import_contacts", "New"]
      ])
      const events = yield* sql<any>`select kind, data, livemode from events where company_id = 1 and request_id = ${`run_${run_id}`} order by id`
      assert.deepStrictEqual(events.map(({ kind }: any) => kind), ["contact.updated", "import.completed"])
      assert.deepInclude(events[0].data, { previous: { first_name: "Old", version: 1, updated_at: events[0].data.previous.updated_at } })
      assert.deepInclude(events[1].data.object, { id, state: "completed", updated: 1, total: 1 })
    }))

  it.effect("columns go where the mapping says", () =>
    Effect.gen(function*() {
      const file = "Mail;Name;email;Age\nmapped@x.example;Katherine;other@x.example;41\n"
      const mapping = (columns: object) => ({ query: { mapping: JSON.stringify(columns) } })
      const done = yield* imported(file, mapping({ Mail: "email", Name: "first_name", Age: null }))
      assert.deepStrictEqual(done.columns.map(({ field }: any) => field), ["email", "first_name", null, null])
      assert.deepInclude((yield* contacts("search=mapped@x.example"))[0], { first_name: "Katherine" })

      for (const [columns, error] of [
        [{ Post: "email" }, "the file has no column \"Post\""],
        [{ Mail: "e-mail" }, "\"e-mail\" is no field of contacts"],
        [{ Mail: "custom.nothing" }, "\"custom.nothing\" is no field of contacts"],
        [{ Mail: "email", email: "email" }, "two columns fill email"]
      ] as const) {
        const sent = yield* upload(file, mapping(columns))
        assert.deepStrictEqual([sent.status, sent.json.details[0].field, sent.json.details[0].error], [422, "mapping", error])
      }
    }))

  it.effect("a file that cannot be one of contacts is refused at once, and not kept", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      for (const [body, error, type] of [
        ["", "the file is empty"],
        ["\r\n\n", "the file is empty"],
        ["a,b\n1,2\n", "none of the columns is one of contacts: a, b"],
        ["email,email\n", "two columns are called \"email\""],
        [`email,${Array.from({ length: 20_000 }, (_, n) => `c${n}`).join()}\n`, "the file has more than 1000 columns"],
        [`email,${Array.from({ length: 100_000 }, (_, n) => `c${n}`).join()}\n`, "the first row, which names the columns, cannot be read: the row is longer than 128 KiB"],
        ["\"email\n", "the first row, which names the columns, cannot be read: a quotation mark is not closed"],
        [new Uint8Array(Buffer.from("\ufeffemail\nx@x.example\n", "utf16le")), "the first row, which names the columns, cannot be read: the row is not UTF-8"],
        ["[]\nnope\n", "none of the first lines is a JSON object", "application/x-ndjson"],
        ["{\"a\":1}\n", "none of the columns is one of contacts: a", "application/x-ndjson"]
      ] as const) {
        const sent = yield* upload(body, type && { type })
        assert.deepStrictEqual([sent.status, sent.json.code, sent.json.details?.[0].error], [422, "validation_error", error])
      }
      assert.deepStrictEqual(yield* sql`select 1 from uploads`, [])
      const headerOnly = yield* imported("\ufeffemail\r\n")
      assert.deepStrictEqual([headerOnly.state, headerOnly.total], ["completed", 0])
    }))

  it.effect("of many rejected rows the first 10,000 are kept, and all are counted", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const done = yield* imported(`email\n${"nobody\n".repeat(10_700)}`)
      assert.deepStrictEqual(taken(done), [0, 0, 0, 10_700])
      const [kept] = yield* sql<any>`select count(*)::int as n, max(line) as last from import_rejects where import_id = ${done.id}`
      assert.deepStrictEqual(kept, { n: 10_000, last: 10_001 })
    }))

  it.effect("JSON lines say more: what is null is emptied", () =>
    Effect.gen(function*() {
      const type = "application/x-ndjson"
      const line = (row: object) => `${JSON.stringify(row)}\n`
      const done = yield* imported([
        { email: "json@x.example", first_name: "Jason", notes: "old", tags: ["b", "a", "b"], unknown: { deep: true } },
        { email: "json@x.example", notes: null, lastName: "Lines" },
        { email: 7, phone: "x" },
        { first_name: "\ud800" }
      ].map(line).join("") + "{\n", { type })
      assert.deepStrictEqual(taken(done), [1, 1, 0, 3])
      assert.deepStrictEqual(reasonsOf(done), [
        "3 email: Expected string | null; phone: Expected a phone number with country prefix, like +1 202 555 0123",
        "4 first_name: Expected text without NUL or a lone surrogate", "5 the line is not JSON"
      ])
      assert.deepInclude((yield* contacts("search=json@x.example"))[0], {
        first_name: "Jason", last_name: "Lines", notes: null, tags: ["a", "b"], version: 1
      })
      const { text } = yield* rejectsOf(done.id)
      assert.strictEqual(text.split("\n")[0], "import_line,import_reason,row")
      assert.include(text, "\"{\"\"email\"\":7,\"\"phone\"\":\"\"x\"\"}\"")
    }))

  it.effect("fills fields of the company's own, each by its type", () =>
    Effect.gen(function*() {
      for (const [key, fieldType, options] of [["age", "number", []], ["since", "date", []], ["size", "select", ["S", "L"]], ["vip", "boolean", []]] as const) {
        const made = yield* send("/crm/fields", {
          key: "acme", method: "POST", ...json({ object: "contact", key, label: `The ${key}`, type: fieldType, options })
        })
        assert.strictEqual(made.status, 201, made.text)
      }
      const done = yield* imported([
        "email,custom.age,The since,SIZE,vip", "own1@x.example,41.5,2026-02-28,S,yes", "own2@x.example,old,2026-02-30,M,perhaps", "own3@x.example,,,,"
      ].join("\n"))
      assert.deepStrictEqual(taken(done), [2, 0, 0, 1])
      assert.deepStrictEqual((yield* contacts("search=own1@x.example"))[0].custom_fields, { age: 41.5, since: "2026-02-28", size: "S", vip: true })
      assert.deepStrictEqual(reasonsOf(done), [
        "3 custom.age: Expected a number; custom.since: Expected a day that exists, as YYYY-MM-DD; custom.size: Expected one of: S, L; " +
        "custom.vip: Expected a boolean"
      ])
      const lines = yield* imported([
        { email: "own1@x.example", custom_fields: { age: null, size: "L" }, "custom.nope": 1 },
        { email: "own1@x.example", custom_fields: { nope: null, age: [1] } },
        JSON.parse("{\"email\":\"own1@x.example\",\"custom_fields\":{\"__proto__\":\"x\"},\"__proto__\":{\"phone\":\"1\"}}")
      ].map((row) => `${JSON.stringify(row)}\n`).join(""), { type: "application/x-ndjson" })
      assert.deepStrictEqual(taken(lines), [0, 1, 0, 2])
      assert.deepStrictEqual(reasonsOf(lines), [
        "2 custom.nope: There is no such field; custom.age: Expected a text, a number or a boolean", "3 custom.__proto__: There is no such field"
      ])
      assert.deepStrictEqual((yield* contacts("search=own1@x.example"))[0].custom_fields, { since: "2026-02-28", size: "L", vip: true })
    }))

  it.effect("owners and companies must be there; a contact of a company has its name", () =>
    Effect.gen(function*() {
      const owner = yield* member("acme")
      const otherMember = yield* member("bolt")
      const { json: navy } = yield* send("/crm/companies", { key: "acme", method: "POST", ...json({ name: "United States Navy" }) })
      const done = yield* imported([
        "email,owner_id,organization_id,company_name",
        `ref1@x.example,${owner},${navy.id},Something else`, `ref2@x.example,${otherMember},,`, "ref3@x.example,,999999,", "ref4@x.example,me,,"
      ].join("\n"))
      assert.deepStrictEqual(taken(done), [1, 0, 0, 3])
      assert.deepStrictEqual(reasonsOf(done).slice(0, 2), [
        "3 owner_id: there is no such member", "4 organization_id: there is no such company"
      ])
      const [contact] = yield* contacts("search=ref1@x.example")
      assert.deepInclude(contact, { owner_id: owner, organization_id: navy.id, company_name: "United States Navy" })
      assert.deepStrictEqual(taken(yield* imported("email,company_name\nref1@x.example,Else\n")), [0, 0, 1, 0])
    }))

  it.effect("an address in the bin is free, and one that stands twice is one contact", () =>
    Effect.gen(function*() {
      const { json: old } = yield* send("/crm/contacts", { key: "acme", method: "POST", ...json({ email: "again@x.example" }) })
      yield* send(`/crm/contacts/${old.id}`, { key: "acme", method: "DELETE" })
      const done = yield* imported([
        "email,first_name", "again@x.example,One", "AGAIN@x.example,Two", "again@x.example,Two", "again@x.example,", ",Nobody", ",Nobody"
      ].join("\n"))
      assert.deepStrictEqual(taken(done), [3, 1, 2, 0])
      const found = yield* contacts("search=again@x.example")
      assert.deepStrictEqual(found.map(({ first_name, id, version }) => [first_name, id === old.id, version]), [["Two", false, 1]])
    }))

  it.effect("belongs to the company that sent it", () =>
    Effect.gen(function*() {
      const { id } = yield* imported("email\nmine@x.example\n")
      for (const path of [`/crm/imports/${id}`, `/crm/imports/${id}/rejects`]) {
        assert.strictEqual((yield* send(path, { key: "bolt" })).status, 404)
      }
      assert.deepStrictEqual(yield* contacts("search=mine@x.example", "bolt"), [])
      assert.strictEqual((yield* ended(id)).id, id)
    }))
})
