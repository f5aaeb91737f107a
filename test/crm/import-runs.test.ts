import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { HttpServer } from "effect/http"
import { request as ask } from "node:http"
import { OwnerSql } from "../support/database.ts"
import { TestServer, json, secrets, send } from "../support/test-server.ts"
import { ended, imported, taken, upload } from "./imported.ts"

let turn = 0

/** Rows of addresses that no other test names. */
const rowsOf = (count: number, name = `r${turn++}`) => Array.from({ length: count }, (_, n) => `${name}-${n}@x.example,N${n}`)
const fileOf = (rows: ReadonlyArray<string>) => ["email,first_name", ...rows].join("\n")

const count = Effect.fnUntraced(function*(name: string) {
  const sql = yield* OwnerSql
  const [row] = yield* sql<{ n: number }>`select count(*) as n from contacts where email like ${`${name}-%`}`
  return row!.n
})

const leftovers = Effect.gen(function*() {
  const sql = yield* OwnerSql
  const [row] = yield* sql<{ n: number }>`select (select count(*) from uploads) + (select count(*) from import_previews) as n`
  return row!.n
})

layer(TestServer, { excludeTestServices: true })("runs of imports", (it) => {
  it.effect("a dry run counts what a real one would, and changes nothing", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* imported(fileOf(["dry-1@x.example,Old", "dry-2@x.example,Same"]))
      const many = Array.from({ length: 2_500 }, (_, n) => `dry-many-${n % 2_000}@x.example,${n < 2_300 ? `N${n % 2_000}` : "Else"}`)
      const file = fileOf(["dry-1@x.example,New", "dry-1@x.example,New", "dry-2@x.example,Same", "no address,", ",Nobody", ...many])
      const state = sql`select (select count(*) from contacts) as contacts, (select max(version) from contacts) as version,
        (select count(*) from events where kind like 'contact.%') as events`
      const before = yield* state
      const tried = yield* imported(file, { query: { dry_run: "true" } })
      assert.isTrue(tried.dry_run)
      assert.deepStrictEqual(yield* state, before)
      assert.strictEqual(tried.rejected_rows[0].line, 5)
      const done = yield* imported(file)
      assert.deepStrictEqual(taken(tried), taken(done))
      assert.deepStrictEqual(taken(done), [2_001, 201, 302, 1])
      assert.strictEqual(yield* leftovers, 0)
    }))

  it.effect("the same file under the same key is one import, another file is a conflict", () =>
    Effect.gen(function*() {
      const file = fileOf(rowsOf(3, "keyed"))
      const keyed = (body: string, key: string, query = {}) => upload(body, { headers: { "idempotency-key": key }, query })
      const [first, ...others] = yield* Effect.all(Array.from({ length: 6 }, () => keyed(file, "file-1")), { concurrency: "unbounded" })
      assert.deepStrictEqual([first!.status, new Set(others.map(({ text }) => text))], [202, new Set([first!.text])])
      for (const [body, query] of [[`${file} `, {}], [file, { dry_run: "true" }]] as const) {
        const other = yield* keyed(body, "file-1", query)
        assert.deepStrictEqual([other.status, other.json.code], [409, "conflict"])
      }
      const { json: again } = yield* keyed(file, "file-2")
      assert.notStrictEqual(again.id, first!.json.id)
      assert.deepStrictEqual(taken(yield* ended(again.id)), [0, 0, 3, 0])
      assert.strictEqual(yield* leftovers, 0)
    }))

  it.effect("one file of a company at a time, and no more than ten wait", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const sent: Array<any> = []
      for (let n = 0; n < 40 && sent.at(-1)?.status !== 409; n++) sent.push(yield* upload(fileOf(rowsOf(2_000, `queue${n}`)), { key: "bolt" }))
      assert.strictEqual(sent.at(-1).status, 409, "the eleventh had to wait")
      assert.include(sent.at(-1).json.message, "10 files")
      const done = yield* Effect.all(sent.filter(({ status }) => status === 202).map(({ json }) => ended(json.id, "bolt")))
      for (const one of done) assert.deepStrictEqual(taken(one), [2_000, 0, 0, 0])
      const order = yield* sql<{ id: number }>`select id from imports where company_id = 2 order by started_at`
      assert.deepStrictEqual(order.map(({ id }) => id), done.map(({ id }) => id).toSorted((a, b) => a - b))
      const overlaps = yield* sql`select 1 from imports a join imports b on a.company_id = b.company_id and a.id < b.id
        where a.company_id = 2 and b.started_at < a.finished_at`
      assert.deepStrictEqual(overlaps, [])
    }))

  it.effect("one that is canceled keeps what it took, and the next takes its turn", () =>
    Effect.gen(function*() {
      const { json: made } = yield* upload(fileOf(rowsOf(40_000, "cancel")))
      yield* send(`/crm/imports/${made.id}`, { key: "acme" }).pipe(
        Effect.repeat({ until: ({ json }) => json.total > 0, schedule: Schedule.spaced("20 millis") })
      )
      const canceled = yield* send(`/workflows/runs/${made.run_id}/cancel`, { key: "acme", method: "POST" })
      assert.strictEqual(canceled.status, 200, canceled.text)
      const { json: found } = yield* send(`/crm/imports/${made.id}`, { key: "acme" }).pipe(
        Effect.repeat({ until: ({ json }) => json.state === "canceled", schedule: Schedule.spaced("50 millis") })
      )
      assert.isAbove(found.total, 0)
      assert.isBelow(found.progress, 1)
      assert.strictEqual(yield* count("cancel"), found.created)
      assert.deepStrictEqual(taken(yield* imported(fileOf(rowsOf(1, "after")))), [1, 0, 0, 0])
    }))

  it.effect("a file that breaks off on its way is not kept", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const base = new URL(yield* HttpServer.addressFormattedWith(Effect.succeed))
      yield* Effect.promise(() =>
        new Promise<void>((resolve) => {
          const sending = ask({
            port: base.port, path: "/api/v1/crm/contacts/import", method: "POST",
            headers: { "authorization": `Bearer ${secrets.acme}`, "content-type": "text/csv", "content-length": "5000000" }
          })
          sending.on("error", () => resolve())
          sending.write("email\n".repeat(400_000), () => setTimeout(() => sending.destroy(), 100))
        })
      )
      const left = yield* sql<{ n: number }>`select count(*) as n from uploads where company_id = 1 and not claimed`.pipe(
        Effect.repeat({ until: ([row]) => row!.n === 0, schedule: Schedule.spaced("20 millis") }),
        Effect.timeout("60 seconds")
      )
      assert.strictEqual(left[0]!.n, 0)
    }))

  it.effect("people who write the same addresses meanwhile do not disturb it", () =>
    Effect.gen(function*() {
      const rows = rowsOf(4_000, "race")
      const { json: made } = yield* upload(fileOf(rows))
      const created = yield* Effect.all(Array.from({ length: 200 }, (_, n) =>
        send("/crm/contacts", { key: "acme", method: "POST", ...json({ email: `race-${n * 20}@x.example`, first_name: `N${n * 20}` }) })),
        { concurrency: 8 })
      for (const { status, text } of created) assert.include([201, 409], status, text)
      const done = yield* ended(made.id)
      const ours = created.filter(({ status }) => status === 201).length
      assert.deepStrictEqual([done.state, ...taken(done)], ["completed", 4_000 - ours, 0, ours, 0])
      assert.strictEqual(yield* count("race"), 4_000)
    }))

  it.effect("rows of any length are read: those past 128 KiB are rejected, wherever they stand", () =>
    Effect.gen(function*() {
      const wide = (name: string, bytes: number) => `${name}@x.example,"${"\u00e9\n".repeat(bytes / 3)}"`
      const rows = [
        "a@long.example,fine", wide("b", 9_000), `c@long.example,${"x".repeat(200_000)}`, `d@long.example,${"y".repeat(700_000)}`,
        "e@long.example,fine", ...Array.from({ length: 400 }, (_, n) => wide(`wide-${n}`, 3_000)), "f@long.example,fine"
      ]
      const done = yield* imported(["email,notes", ...rows].join("\n"))
      assert.deepStrictEqual([done.state, ...taken(done)], ["completed", 404, 0, 0, 2])
      assert.deepStrictEqual(done.rejected_rows.map(({ reason }: any) => reason), Array(2).fill("the row is longer than 128 KiB"))
      assert.deepStrictEqual(done.rejected_rows.map(({ line }: any) => line), [3_004, 3_005])
    }))
})
