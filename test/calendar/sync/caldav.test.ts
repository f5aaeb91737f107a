import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../../support/database.ts"
import { nobody } from "../../providers/provider-server.ts"
import { eventually } from "../../support/eventually.ts"
import { goal } from "../../support/goals.ts"
import { TestServerWith } from "../../support/test-server.ts"
import { call, fault } from "../calling.ts"
import { executable, NO_SERVER, PASSWORD, radicale, type Radicale, USER } from "./radicale-server.ts"
import { busy, calendarOf, connected, connectionOf, date, event, here, on, one, staffMember, synced } from "./syncing.ts"

if (executable === undefined) console.info(`CalDAV is not tested: ${NO_SERVER}`)

const account = (server: Radicale, staff_id: number) => ({ staff_id, kind: "caldav", address: server.url, username: USER, password: PASSWORD })

/** Events of which each thousandth comes twice. */
const many = (count: number) =>
  Array.from({ length: count }, (_, n) => {
    const from = on(1 + n % 300, 6) + Math.floor(n / 300) * 1_800_000
    return event(`e${n}`, from, from + 1_800_000, ...n % 1_000 === 0 ? ["RRULE:FREQ=WEEKLY;COUNT=2"] : [])
  })

const allOf = (found: ReadonlyArray<readonly [string, number, number]>, count: number) => {
  assert.lengthOf(found, count + count / 1_000)
  assert.strictEqual(new Set(found.map(([uid]) => uid)).size, count)
}

const runIf = executable !== undefined

layer(TestServerWith(here), { excludeTestServices: true })("a calendar of a CalDAV account", (it) => {
  it.effect.skipIf(!runIf)("takes the time of a staff member, and only what changed is read again", () =>
    Effect.gen(function*() {
      const server = yield* radicale
      const staff_id = yield* staffMember("Ada")
      yield* Effect.promise(async () => {
        await server.calendar("work")
        await server.put("work", "once", one("once", on(1), on(1, 10)))
        await server.put("work", "series", calendarOf(
          event("series", on(3), on(3, 10), "RRULE:FREQ=DAILY;COUNT=4", `EXDATE:${date(on(4))}T090000Z`),
          event("series", on(5, 12), on(5, 13), `RECURRENCE-ID:${date(on(5))}T090000Z`)
        ))
        await server.put("work", "free", one("free", on(1), on(1, 10), "TRANSP:TRANSPARENT"))
      })
      const id = yield* connected(account(server, staff_id))
      assert.deepInclude(yield* connectionOf(id), { name: "work", username: USER, events: 3, state: "active", direction: "read" })
      const first = [["once", on(1), on(1, 10)], ["series", on(3), on(3, 10)], ["series", on(5, 12), on(5, 13)], ["series", on(6), on(6, 10)]]
      assert.deepStrictEqual(yield* busy(id), first as any)

      const connections = server.network.connections()
      yield* synced(id)
      assert.isAtMost(server.network.connections() - connections, 2)
      assert.deepStrictEqual(yield* busy(id), first as any)

      yield* Effect.promise(async () => {
        await server.put("work", "once", one("once", on(2), on(2, 10), "SEQUENCE:1"))
        await server.remove("work", "series")
        await server.put("work", "other", one("other", on(7), on(7, 10)))
      })
      assert.deepInclude(yield* synced(id), { events: 3, state: "active" })
      assert.deepStrictEqual(yield* busy(id), [["once", on(2), on(2, 10)], ["other", on(7), on(7, 10)]])
    }))

  it.effect.skipIf(!runIf)("is told apart from the others of its account, and a wrong password is told at once and later", () =>
    Effect.gen(function*() {
      const server = yield* radicale
      const staff_id = yield* staffMember("Bea")
      const asked = (more: object) => Effect.map(call("POST", "/connections", { ...account(server, staff_id), ...more }), fault)
      assert.match((yield* asked({}))[1], /has no calendar: make one there first/)
      yield* Effect.promise(() => server.calendar("work"))
      yield* Effect.promise(() => server.calendar("home"))
      const [field, several] = yield* asked({})
      assert.strictEqual(field, "calendar")
      assert.match(several, /choose one of them: .*"home" \(\/ada\/home\/\).*|"work"/)
      assert.match((yield* asked({ calendar: "nothing" }))[1], /no such calendar/)
      assert.deepStrictEqual((yield* asked({ password: "wrong" }))[0], "password")
      assert.match((yield* asked({ address: yield* nobody }))[1], /refused/)
      assert.deepStrictEqual((yield* asked({ username: null }))[0], "username")

      const id = yield* connected({ ...account(server, staff_id), calendar: "home" })
      const own = yield* connected({ ...account(server, staff_id), address: `${server.url}${USER}/work/` })
      assert.deepStrictEqual([(yield* connectionOf(id)).name, (yield* connectionOf(own)).name], ["home", "work"])
      const secrets = yield* OwnerSql.use((sql) => sql<{ text: string }>`select to_jsonb(c)::text as text from calendar_connections c`)
      for (const { text } of secrets) assert.notInclude(text, PASSWORD)
      const logged = yield* OwnerSql.use((sql) => sql<{ text: string }>`select coalesce(string_agg(to_jsonb(r)::text, ''), '') as text from workflow_runs r
        union all select coalesce(string_agg(to_jsonb(r)::text, ''), '') from receipts r union all select coalesce(string_agg(to_jsonb(k)::text, ''), '') from idempotency_keys k`)
      for (const { text } of logged) assert.notInclude(text, PASSWORD)

      yield* Effect.promise(() => server.put("home", "kept", one("kept", on(1), on(1, 10))))
      yield* synced(id)
      server.setPassword("another-password-8")
      const failing = yield* synced(id)
      assert.deepInclude(failing, { state: "failing", failures: 1 })
      assert.match(failing.failure, /does not accept the user name and password/)
      assert.deepStrictEqual(yield* busy(id), [["kept", on(1), on(1, 10)]])
      server.setPassword(PASSWORD)
      assert.deepInclude(yield* synced(id), { state: "active", failures: 0, failure: null })
    }))

  it.effect.skipIf(!runIf)("loses none and doubles none where the network is cut in the midst", () =>
    Effect.gen(function*() {
      const server = yield* radicale
      const staff_id = yield* staffMember("Cleo")
      yield* Effect.promise(() => server.calendar("many", calendarOf(...many(1_000))))
      /* After the list of entries, and some of what they say. */
      server.network.cutAtReport(3)
      const { json, status, text } = yield* call("POST", "/connections", account(server, staff_id))
      assert.strictEqual(status, 201, text)
      yield* eventually(connectionOf(json.id), ({ state }) => state === "failing")
      const part = (yield* busy(json.id)).length
      assert.isAbove(part, 0)
      assert.isBelow(part, 1_001)
      server.network.mend()
      assert.deepInclude(yield* synced(json.id), { state: "active", events: 1_000 })
      allOf(yield* busy(json.id), 1_000)
    }))

  it.effect.skipIf(!runIf)("of 5,000 events is read in time, and the next time at once", () =>
    Effect.gen(function*() {
      const server = yield* radicale
      const staff_id = yield* staffMember("Dora")
      yield* Effect.promise(() => server.calendar("many", calendarOf(...many(5_000))))
      const began = performance.now()
      const before = process.cpuUsage()
      const id = yield* connected(account(server, staff_id))
      const first = performance.now() - began
      const spent = [process.cpuUsage(before)]
      const between = process.cpuUsage()
      allOf(yield* busy(id), 5_000)
      const again = performance.now()
      yield* synced(id)
      const next = performance.now() - again
      const ours = [...spent, process.cpuUsage(between)].map(({ system, user }) => Math.round((system + user) / 1_000))
      console.info(`5,000 events: first sync ${Math.round(first)} ms, next ${Math.round(next)} ms, of that ours ${ours.join(" and ")} ms of a processor`)
      assert.isBelow(first, goal(20_000))
      assert.isBelow(next, goal(1_000))
      allOf(yield* busy(id), 5_000)
    }))
})
