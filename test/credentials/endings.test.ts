import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../support/database.ts"
import { goal } from "../support/goals.ts"
import { at, companyIds, send } from "../support/test-server.ts"
import { within1s } from "../support/within.ts"
import { type Ending, type EndingName, endings, type Thing } from "./endings.ts"
import { events, tierOf } from "./events.ts"
import { opened, Second, type Seen } from "./opened.ts"
import type { State } from "./states.ts"

/**
 * More than can be on its way of a download that nobody reads: the kernel takes up to 36 MiB between the two ends (tcp(7), tcp_rmem
 * and tcp_wmem), and the service prepares 500 contacts at a time, of which two are some 9 MiB.
 */
const filled = OwnerSql.use((sql) =>
  sql`insert into contacts (company_id, email, tags, notes)
    select ${companyIds.acme}::bigint, 'bulk' || n || '@x.example', '{bulk}', repeat('x', 9000) from generate_series(1, 5800) n`)

const expectedOf = ({ ends = [], narrows = [] }: Ending, thing: Thing): State =>
  ends.includes(thing) ? "ended" : narrows.includes(thing) ? "narrowed" : "open"

/** Milliseconds within which an end is known everywhere. */
const IN_TIME_MS = 1_000

/** A look that begins later than that sees it. */
const seenInTime = (what: string, look: Effect.Effect<State, never, any>, expected: State, from: number) =>
  Effect.gen(function*() {
    for (;;) {
      const began = Date.now()
      const state = yield* look
      if (state === expected) return
      assert.isBelow(began - from, goal(IN_TIME_MS), `${what} is ${state}, not ${expected}`)
      yield* Effect.sleep("10 millis")
    }
  })

const entriesOf = (things: Readonly<Record<Thing, Seen>>) => Object.entries(things) as ReadonlyArray<[Thing, Seen]>
const processes = ["here", "on another process"] as const

layer(Second.layer, { excludeTestServices: true })("what ends what", (it) => {
  it.effect("begins with something to download", () => filled)

  for (const [name, ending] of Object.entries(endings) as ReadonlyArray<[EndingName, Ending]>) {
    it.effect(`${ending.what}: ${[...ending.ends ?? [], ...ending.narrows ?? []].join(", ") || "nothing"}`, () =>
      Effect.gen(function*() {
        const { subject, things } = yield* opened
        const all = entriesOf(things).flatMap(([thing, { looks, once }]) =>
          looks.map((look, n) => ({ what: `${thing} ${processes[n]}`, look, once, expected: expectedOf(ending, thing) })))
        const before = yield* Effect.forEach(all.filter(({ once }) => !once), ({ look, what }) =>
          Effect.map(look, (state) => `${what} ${state}`), { concurrency: 4 })
        assert.deepStrictEqual(before.filter((told) => !told.endsWith(" open")), [])

        const from = yield* events[name](subject)
        const changed = all.filter(({ expected, once }) => !once && expected !== "open")
        yield* Effect.forEach(changed, ({ expected, look, what }) => seenInTime(what, look, expected, from), { concurrency: "unbounded", discard: true })
        /* What can be looked at once is not looked at before it must have ended: a file may arrive whole meanwhile. */
        const rest = all.filter((one) => !changed.includes(one))
        if (rest.some(({ expected }) => expected !== "open")) yield* Effect.sleep(Math.max(0, from + IN_TIME_MS - Date.now()))
        const after = yield* Effect.forEach(rest, ({ expected, look, what }) =>
          Effect.map(look, (state) => `${what}: ${state}, expected ${expected}`))
        assert.deepStrictEqual(after.filter((told) => !/: (\w+), expected \1$/u.test(told)), [])
      }).pipe(
        Effect.ensuring(name === "lower_tier" ? restored : Effect.void),
        Effect.scoped
      ), 60_000)
  }
})

/** Back on its tier, and both processes know it. */
const restored = Effect.gen(function*() {
  yield* tierOf("enterprise")
  const look = Effect.map(send("/workflows/runs?limit=1", { key: "acme" }), ({ status }) => status)
  yield* within1s(200, look)
  yield* within1s(200, at(yield* Second, look))
})
