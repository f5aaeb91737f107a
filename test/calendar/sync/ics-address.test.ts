import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../../support/database.ts"
import { TestServerWith } from "../../support/test-server.ts"
import { call, fault } from "../calling.ts"
import { providerServer } from "../../providers/provider-server.ts"
import { busy, calendarOf, connected, connectionOf, date, event, here, on, staffMember, synced } from "./syncing.ts"

/** A server that gives one calendar at its address, as the big ones do. */
const address = Effect.gen(function*() {
  let text = calendarOf()
  let version = 1
  const server = yield* providerServer(({ headers, path }) => {
    if (path !== "/private-secret/basic.ics") return { status: 404, body: "no" }
    const etag = `"v${version}"`
    return headers["if-none-match"] === etag ? { status: 304, headers: { etag } } : { status: 200, headers: { etag, "content-type": "text/calendar" }, body: text }
  })
  return {
    ...server,
    address: `${server.url}/private-secret/basic.ics`,
    holds: (...events: ReadonlyArray<string>) => {
      text = calendarOf(...events)
      version++
    }
  }
})

layer(TestServerWith(here), { excludeTestServices: true })("a calendar at an ICS address", (it) => {
  it.effect("takes the time of a staff member, as it is now", () =>
    Effect.gen(function*() {
      const calendar = yield* address
      const staff_id = yield* staffMember("Ada")
      calendar.holds(
        event("once", on(1), on(1, 10)), event("free", on(1), on(1, 10), "TRANSP:TRANSPARENT"), event("canceled", on(2), on(2, 10), "STATUS:CANCELLED"),
        event("series", on(3), on(3, 10), "RRULE:FREQ=DAILY;COUNT=3"),
        event("series", on(4, 12), on(4, 13)).replace("UID:series", `UID:series\r\nRECURRENCE-ID:${date(on(4))}T090000Z`),
        ["BEGIN:VEVENT", "UID:days", `DTSTART;VALUE=DATE:${date(on(10))}`, `DTEND;VALUE=DATE:${date(on(12))}`, "END:VEVENT"].join("\r\n")
      )
      const id = yield* connected({ staff_id, kind: "ics", name: "Private", address: calendar.address })
      assert.deepStrictEqual(yield* busy(id), [
        ["once", on(1), on(1, 10)], ["series", on(3), on(3, 10)], ["series", on(4, 12), on(4, 13)], ["series", on(5), on(5, 10)],
        ["days", on(10, 0), on(11, 0)], ["days", on(11, 0), on(12, 0)]
      ])
      const made = yield* connectionOf(id)
      assert.deepInclude(made, { staff_id, kind: "ics", name: "Private", host: new URL(calendar.url).host, state: "active", failure: null, failures: 0, events: 5 })
      assert.notProperty(made, "address")
      assert.closeTo(Date.parse(made.next_sync_at) - Date.parse(made.last_synced_at), 15 * 60_000, 2_000)

      /* Nothing secret and no words are kept. */
      const rows = yield* OwnerSql.use((sql) => sql<{ text: string }>`select to_jsonb(c)::text || (select string_agg(o.times, '') from calendar_objects o) as text
        from calendar_connections c where id = ${id}`)
      assert.notInclude(rows[0]!.text, "private-secret")
      assert.notInclude(rows[0]!.text, "Secret words")

      const before = calendar.asked.length
      yield* synced(id)
      assert.strictEqual(calendar.asked.length, before + 1)
      assert.match(String(calendar.asked.at(-1)!.headers["if-none-match"]), /^"v/)

      calendar.holds(event("once", on(1, 11), on(1, 12)), event("new", on(2), on(2, 10)))
      assert.deepInclude(yield* synced(id), { events: 2, state: "active" })
      assert.deepStrictEqual(yield* busy(id), [["once", on(1, 11), on(1, 12)], ["new", on(2), on(2, 10)]])
    }))

  it.effect("loses nothing where it cannot be read, and says why and when it is read next", () =>
    Effect.gen(function*() {
      const calendar = yield* address
      const staff_id = yield* staffMember("Bea")
      calendar.holds(event("kept", on(1), on(1, 10)))
      const id = yield* connected({ staff_id, kind: "ics", address: calendar.address })
      const known = yield* busy(id)
      for (const [n, [how, why]] of ([["cut", /closed before/], ["broken", /answered 500/], ["redirect", /a redirect that leads nowhere/]] as const).entries()) {
        calendar.fail(how)
        const failing = yield* synced(id)
        assert.deepInclude(failing, { state: "failing", failures: n + 1 })
        assert.match(failing.failure, why)
        assert.isAbove(Date.parse(failing.next_sync_at), Date.now())
        assert.deepStrictEqual(yield* busy(id), known)
      }
      calendar.fail(undefined)
      assert.deepInclude(yield* synced(id), { state: "active", failure: null, failures: 0 })
      assert.deepStrictEqual(yield* busy(id), known)
      const receipts = yield* OwnerSql.use((sql) => sql<{ changes: any }>`select changes from receipts where verb = 'sync_calendar' and changes <> '[]' order by id`)
      assert.deepStrictEqual(receipts.map(({ changes }) => changes[0].after.state), ["failing", "active"])
    }))

  it.effect("is refused at once where it is none, or is not to be called", () =>
    Effect.gen(function*() {
      const calendar = yield* address
      const staff_id = yield* staffMember("Cleo")
      const asked = (more: object) => Effect.map(call("POST", "/connections", { staff_id, kind: "ics", address: calendar.address, ...more }), fault)
      assert.match((yield* asked({ address: `${calendar.url}/other.ics` }))[1], /has no calendar at this address/)
      calendar.fail("malformed", 1)
      assert.match((yield* asked({}))[1], /is no calendar/)
      assert.match((yield* asked({ address: "https://10.0.0.1/a.ics" }))[1], /not a public address/)
      assert.match((yield* asked({ address: "ftp://example.com/a.ics" }))[1], /https/)
      assert.deepStrictEqual((yield* asked({ direction: "both" }))[0], "direction")
      assert.strictEqual((yield* call("POST", "/connections", { staff_id: 999_999, kind: "ics", address: calendar.address })).status, 404)
      const id = yield* connected({ staff_id, kind: "ics", address: calendar.address })
      assert.strictEqual((yield* call("POST", "/connections", { staff_id, kind: "ics", address: calendar.address })).status, 409)
      assert.strictEqual((yield* call("GET", `/connections?staff_id=${staff_id}`)).json.total, 1)
      assert.strictEqual((yield* call("GET", "/connections", undefined, "bolt")).json.total, 0)
      assert.strictEqual((yield* call("GET", "/connections", undefined, "starter")).status, 403)
      const gone = yield* call("DELETE", `/connections/${id}`)
      assert.strictEqual(gone.status, 200, gone.text)
      assert.deepStrictEqual(yield* busy(id), [])
      assert.deepStrictEqual(yield* OwnerSql.use((sql) => sql`select id from calendar_connections where id = ${id}`), [])
      assert.strictEqual((yield* call("POST", `/connections/${id}/sync`)).status, 404)
      yield* connected({ staff_id, kind: "ics", address: calendar.address })
    }))
})
