import { assert, layer } from "@effect/vitest"
import { parse } from "csv-parse/sync"
import { Effect, Schedule } from "effect"
import { HttpServer } from "effect/http"
import { exportFormats, formatOf } from "#schemas/kernel/exports"
import { OwnerSql } from "../support/database.ts"
import { companyIds, TestServer, json, type Key, secrets, send } from "../support/test-server.ts"
import { imported, taken } from "./imported.ts"

const exported = (query = "", key: Key = "acme", headers: Record<string, string> = {}) =>
  send(`/crm/contacts/export${query}`, { key, headers })

const ndjson = (text: string): ReadonlyArray<any> => text.trim().split("\n").filter((line) => line !== "").map((line) => JSON.parse(line))

const columns = [
  "id", "first_name", "last_name", "email", "phone", "company_name", "organization_id", "owner_id", "tags", "notes", "source", "score"
]

/** Contacts put in by the owner of the database, as quickly as it can. */
const filled = Effect.fnUntraced(function*(key: "bolt" | "starter", from: number, to: number) {
  const sql = yield* OwnerSql
  const company = key === "bolt" ? companyIds.bolt : companyIds.cheap
  yield* sql`insert into contacts (company_id, email, notes) select ${company}::bigint, 'n' || n || '@x.example', repeat('x', 2000)
    from generate_series(${from}::int, ${to}::int) n`
})

layer(TestServer, { excludeTestServices: true })("exports", (it) => {
  it.effect("a file has every contact of the filter, in order of their ids, whichever its form", () =>
    Effect.gen(function*() {
      yield* send("/crm/fields", { key: "acme", method: "POST", ...json({ key: "shoe", label: "Shoe", type: "number" }) })
      const made: Array<any> = []
      for (const contact of [
        { first_name: "Grace", email: "grace@x.example", phone: "+12025550123", tags: ["vip", "a,b"], custom_fields: { shoe: 38.5 } },
        { last_name: "Quote \" and , and\nline", notes: "=HYPERLINK(\"x\")", tags: ["vip"] },
        { company_name: "-Minus", email: "plus@x.example" }
      ]) made.push((yield* send("/crm/contacts", { key: "acme", method: "POST", ...json(contact) })).json)

      const { headers, status, text } = yield* exported()
      assert.strictEqual(status, 200)
      assert.strictEqual(headers.get("content-type"), "text/csv; charset=utf-8")
      assert.strictEqual(headers.get("content-disposition"), "attachment; filename=\"contacts.csv\"")
      const [head, ...rows]: ReadonlyArray<ReadonlyArray<string>> = parse(text)
      assert.deepStrictEqual(head, [...columns, "custom.shoe", "created_at", "updated_at"])
      assert.deepStrictEqual(rows.map(([id]) => Number(id)), made.map(({ id }) => id))
      assert.deepStrictEqual(rows[0]!.slice(1, 13), [
        "Grace", "", "grace@x.example", "+12025550123", "", "", "", "a,b;vip;", "", "", String(made[0].score), "38.5"
      ])
      assert.deepStrictEqual([rows[1]![2], rows[1]![9], rows[2]![5]], ["Quote \" and , and\nline", "'=HYPERLINK(\"x\")", "'-Minus"])

      const lines = yield* exported("?format=ndjson")
      assert.strictEqual(lines.headers.get("content-type"), "application/x-ndjson; charset=utf-8")
      assert.deepStrictEqual(ndjson(lines.text).map(({ score: _, ...contact }) => contact), made.map(({ score: _, ...contact }) => contact))
      for (const [accept, query, type] of [
        ["application/x-ndjson", "", "ndjson"], ["text/csv, */*;q=0.1", "", "csv"], ["application/json", "", "csv"],
        ["application/x-ndjson", "?format=csv", "csv"]
      ] as const) assert.include((yield* exported(query, "acme", { accept })).headers.get("content-disposition")!, `contacts.${type}`)

      assert.lengthOf(ndjson((yield* exported("?format=ndjson&tag=vip")).text), 2)
      assert.lengthOf(ndjson((yield* exported("?format=ndjson&search=grace&custom_field=shoe:38.5")).text), 1)
      assert.strictEqual((yield* exported("?format=ndjson&tag=nobody")).text, "")
      const refused = yield* exported("?custom_field=nothing:1")
      assert.deepStrictEqual([refused.status, refused.json.code], [422, "validation_error"])
    }))

  it.effect("the list itself as a file has a column for each of the company's own fields, and is imported again with nothing new", () =>
    Effect.gen(function*() {
      const { headers, text } = yield* send("/crm/contacts?search=x.example&limit=1", { key: "acme", headers: { accept: "text/csv" } })
      assert.strictEqual(headers.get("content-disposition"), "attachment; filename=\"contacts.csv\"")
      const [head = [], ...rows]: ReadonlyArray<ReadonlyArray<string>> = parse(text)
      assert.lengthOf(rows, 2)
      const grace = new Map(head.map((name, place) => [name, rows[0]![place]]))
      assert.deepStrictEqual([grace.get("custom.shoe"), grace.get("tags"), grace.get("phone")], ["38.5", "[\"a,b\",\"vip\"]", "+12025550123"])
      assert.deepStrictEqual(taken(yield* imported(text)), [0, 0, 2, 0])
    }))

  it("an Accept header names the file; whatever else it says, a list is JSON", () => {
    for (const [accept, format] of [
      [undefined, undefined], ["*/*", undefined], ["application/json", undefined], ["text/html,application/xml;q=0.9,*/*;q=0.8", undefined],
      ["text/csv", "csv"], ["TEXT/CSV; charset=utf-8", "csv"], ["text/csv, */*;q=0.1", "csv"], ["text/csv, */*", "csv"],
      ["text/csv;q=0.5, application/json", undefined], ["application/json;q=0.5, application/x-ndjson", "ndjson"],
      ["text/csv;q=0.4, application/x-ndjson;q=0.6", "ndjson"], ["text/csv;q=0", undefined], ["text/csv;q=x", undefined],
      [exportFormats.xlsx, "xlsx"], ["application/problem+json", undefined], ["", undefined], [",;,", undefined]
    ] as const) assert.strictEqual(formatOf(accept), format, accept)
  })

  it.effect("what was exported says nothing new when it is imported again", () =>
    Effect.gen(function*() {
      const { text } = yield* exported("?search=x.example")
      const again = yield* imported(text)
      assert.deepStrictEqual(again.rejected_rows, [])
      assert.deepStrictEqual(taken(again), [0, 0, 2, 0])
      const lines = yield* exported("?format=ndjson&search=x.example")
      assert.deepStrictEqual(taken(yield* imported(lines.text, { type: "application/x-ndjson" })), [0, 0, 2, 0])
    }))

  it.effect("10,000 contacts come while they are read; more are refused, with the way to have them", () =>
    Effect.gen(function*() {
      yield* filled("bolt", 1, 10_000)
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const { first, parts, text } = yield* Effect.promise(async () => {
        const response = await fetch(`${base}/api/v1/crm/contacts/export`, { headers: { authorization: `Bearer ${secrets.bolt}` } })
        assert.strictEqual(response.status, 200)
        let [parts, text, first] = [0, "", 0]
        const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
        for (let read = await reader.read(); !read.done; read = await reader.read()) {
          first ||= read.value.length
          parts++
          text += read.value
        }
        return { first, parts, text }
      })
      const rows: ReadonlyArray<ReadonlyArray<string>> = parse(text)
      assert.lengthOf(rows, 10_001)
      assert.lengthOf(new Set(rows.map(([, , , email]) => email)), 10_001)
      assert.isAbove(parts, 20)
      assert.isBelow(first, text.length / 10)

      yield* filled("bolt", 10_001, 10_001)
      const refused = yield* exported("", "bolt")
      assert.deepStrictEqual([refused.status, refused.json.code], [422, "validation_error"])
      assert.include(refused.json.message, "service export contacts")
      assert.strictEqual((yield* exported("?search=n10001", "bolt")).status, 200)
      for (const type of Object.values(exportFormats)) {
        const list = yield* send("/crm/contacts", { key: "bolt", headers: { accept: type } })
        assert.deepStrictEqual([list.status, list.json.code], [422, "validation_error"])
        assert.include(list.json.message, "service export list_contacts")
      }
    }))

  it.effect("whoever stops reading holds no connection of the database, and stops its making by leaving", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* filled("starter", 1, 10_000)
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const stops = Array.from({ length: 12 }, () => new AbortController())
      const responses = yield* Effect.promise(() => Promise.all(stops.map(({ signal }) =>
        fetch(`${base}/api/v1/crm/contacts/export`, { signal, headers: { authorization: `Bearer ${secrets.starter}` } }))))
      for (const { status } of responses) assert.strictEqual(status, 200)
      yield* sql<{ n: number }>`select count(*) as n from pg_stat_activity
        where datname = current_database() and application_name = 'service' and state <> 'idle'`.pipe(
          Effect.repeat({ until: ([row]) => row!.n === 0, schedule: Schedule.spaced("100 millis") }),
          Effect.timeout("90 seconds")
        )
      assert.strictEqual((yield* send("/crm/contacts?limit=1", { key: "starter" })).json.total, 10_000)
      for (const stop of stops) stop.abort()
      assert.strictEqual((yield* send("/crm/contacts?limit=1", { key: "starter" })).status, 200)
    }))
})
