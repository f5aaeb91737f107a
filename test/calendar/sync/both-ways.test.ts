import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../../support/database.ts"
import { eventually } from "../../support/eventually.ts"
import { send, TestServerWith } from "../../support/test-server.ts"
import { act, at, book, booked, startsOf, withOne, monday } from "../booking.ts"
import { call } from "../calling.ts"
import { executable, PASSWORD, radicale, type Radicale, USER } from "./radicale-server.ts"
import { busy, connected, connectionOf, event, here, calendarOf, one, stamp, synced } from "./syncing.ts"

const account = (server: Radicale, staff_id: number) =>
  ({ staff_id, kind: "caldav", address: server.url, username: USER, password: PASSWORD, direction: "both" })

/** Our appointments in a calendar, as `id begin`. */
const ours = (server: Radicale) =>
  Effect.map(Effect.promise(() => server.read("work")), (text) =>
    text.replace(/\r?\n[ \t]/gu, "").split("BEGIN:VEVENT").slice(1).flatMap((part) => {
      const [, id] = /UID:appointment-(\d+)@company-1\./u.exec(part) ?? []
      return id === undefined ? [] : [`${id} ${/DTSTART:(\S+)/u.exec(part)![1]}`]
    }).toSorted())

const holds = (server: Radicale, ...expected: ReadonlyArray<string>) =>
  eventually(ours(server), (found) => JSON.stringify(found) === JSON.stringify(expected.toSorted()), 30_000)

layer(TestServerWith(here), { excludeTestServices: true })("a calendar that is written into", (it) => {
  it.effect.skipIf(executable === undefined)("shows the appointments as they are, each once, and its own entries take time", () =>
    Effect.gen(function*() {
      const server = yield* radicale
      yield* Effect.promise(() => server.calendar("work"))
      const { service_id, staff_id } = yield* withOne()
      const early = yield* booked({ service_id, starts_at: at(9) })
      const id = yield* connected(account(server, staff_id))
      yield* holds(server, `${early.id} ${stamp(Date.parse(at(9)))}`)

      const late = yield* booked({ service_id, starts_at: at(14) })
      yield* booked({ service_id, starts_at: at(16) }, "acmeTest")
      yield* holds(server, `${early.id} ${stamp(Date.parse(at(9)))}`, `${late.id} ${stamp(Date.parse(at(14)))}`)
      assert.strictEqual((yield* act(late.id, "reschedule", { starts_at: at(15) })).status, 200)
      yield* holds(server, `${early.id} ${stamp(Date.parse(at(9)))}`, `${late.id} ${stamp(Date.parse(at(15)))}`)
      assert.strictEqual((yield* act(early.id, "cancel", {})).status, 200)
      yield* holds(server, `${late.id} ${stamp(Date.parse(at(15)))}`)

      /* What is ours takes no time besides the appointment's; what is theirs does. */
      yield* Effect.promise(() => server.put("work", "dentist", one("dentist", Date.parse(at(10)), Date.parse(at(12)))))
      yield* synced(id)
      assert.deepStrictEqual((yield* busy(id)).map(([uid]) => uid), ["dentist"])
      const day = monday()
      const free = yield* startsOf(service_id, day)
      assert.include(free, at(9))
      for (const hour of [10, 11, 15, 16]) assert.notInclude(free, at(hour), `${hour}`)
      assert.strictEqual((yield* book({ service_id, starts_at: at(10) })).status, 409)
      const why = yield* call("GET", `/availability/explain?service_id=${service_id}&starts_at=${at(10)}`)
      assert.include(JSON.stringify(why.json), "busy_time")

      /* An appointment of another company of this installation is not ours. */
      const elsewhere = `appointment-${late.id}@company-2.127.0.0.1`
      yield* Effect.promise(() => server.put("work", "elsewhere", one(elsewhere, Date.parse(at(9)), Date.parse(at(10)))))
      yield* synced(id)
      assert.deepStrictEqual((yield* busy(id)).map(([uid]) => uid), [elsewhere, "dentist"])
    }))

  it.effect.skipIf(executable === undefined)("never has one twice, whatever broke in between", () =>
    Effect.gen(function*() {
      const server = yield* radicale
      yield* Effect.promise(() => server.calendar("work"))
      const { service_id, staff_id } = yield* withOne()
      const id = yield* connected(account(server, staff_id))
      server.network.cut()
      const first = yield* booked({ service_id, starts_at: at(9, 2) })
      const failing = yield* eventually(connectionOf(id), ({ state }) => state === "failing")
      assert.match(failing.failure, /connection|answer/)
      server.network.mend()
      yield* synced(id)
      yield* holds(server, `${first.id} ${stamp(Date.parse(at(9, 2)))}`)

      /* It was written, and what we knew of that is lost, as after a crash; and somebody changed it there. */
      const sql = yield* OwnerSql
      yield* sql`update appointment_copies set version = 0, etag = null where connection_id = ${id}`
      yield* synced(id)
      yield* holds(server, `${first.id} ${stamp(Date.parse(at(9, 2)))}`)
      yield* sql`delete from appointment_copies where connection_id = ${id}`
      yield* Effect.promise(() => server.put("work", `appointment-${first.id}`, calendarOf(event(`appointment-${first.id}@company-1.127.0.0.1`, Date.parse(at(3, 2)), Date.parse(at(4, 2))))))
      yield* synced(id)
      yield* holds(server, `${first.id} ${stamp(Date.parse(at(9, 2)))}`)
      yield* Effect.promise(() => server.remove("work", `appointment-${first.id}`))
      assert.strictEqual((yield* act(first.id, "reschedule", { starts_at: at(12, 2) })).status, 200)
      yield* holds(server, `${first.id} ${stamp(Date.parse(at(12, 2)))}`)

      const gone = yield* call("DELETE", `/connections/${id}`)
      assert.strictEqual(gone.status, 200, gone.text)
      yield* holds(server)
      yield* eventually(sql`select id from calendar_connections where id = ${id}`, (rows) => rows.length === 0)
      assert.deepStrictEqual(yield* sql`select 1 from appointment_copies where connection_id = ${id}`, [])
    }))

  it.effect("is told to any calendar program by an address that nobody guesses", () =>
    Effect.gen(function*() {
      const { service_id, staff_id } = yield* withOne({ name: "Consultation" })
      const one = yield* booked({ service_id, starts_at: at(9, 3), contact: { name: "Grace Hopper" }, notes: "Brings a dog" })
      const feedOf = (body: object, key: "acme" | "bolt" = "acme") => call("POST", "/feeds", body, key)
      const made = yield* feedOf({ staff_id })
      assert.strictEqual(made.status, 200, made.text)
      assert.deepStrictEqual((yield* feedOf({ staff_id })).json, made.json)
      const get = (url: string) => send(new URL(url).pathname)
      const { headers, status, text } = yield* get(made.json.url)
      assert.strictEqual(status, 200, text)
      assert.match(headers.get("content-type")!, /^text\/calendar/)
      assert.match(text, new RegExp(`UID:appointment-${one.id}@company-1\\.`))
      assert.include(text, `DTSTART:${stamp(Date.parse(at(9, 3)))}`)
      assert.notInclude(text, "Grace")
      assert.notInclude(text, "dog")
      const whole = yield* feedOf({ with_customers: true })
      assert.include((yield* get(whole.json.url)).text, "Grace Hopper")
      yield* act(one.id, "cancel", {})
      assert.include((yield* get(made.json.url)).text, "STATUS:CANCELLED")
      const renewed = yield* feedOf({ staff_id, renew: true })
      assert.notStrictEqual(renewed.json.url, made.json.url)
      assert.strictEqual((yield* get(made.json.url)).status, 404)
      assert.strictEqual((yield* get(renewed.json.url)).status, 200)
      assert.strictEqual((yield* feedOf({ staff_id }, "bolt")).status, 404)
      assert.notInclude(JSON.stringify(yield* OwnerSql.use((sql) => sql`select * from calendar_feeds`)), new URL(renewed.json.url).pathname.split("/").at(-1)!.slice(0, -4))
    }))
})
