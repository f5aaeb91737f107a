import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../../support/database.ts"
import { eventually } from "../../support/eventually.ts"
import { goal } from "../../support/goals.ts"
import { rounds } from "../../support/rounds.ts"
import { TestServer } from "../../support/test-server.ts"
import { follow } from "./reading.ts"
import { started } from "./started.ts"

const path = "/bodies/counts"
const upTo = (to: number) => Array.from({ length: to }, (_, n) => n + 1)

/* 1,000 are to take at most 100 MB. */
const STREAMS = rounds(200, 1_000)
const MOST_MB = rounds(25, 100)

/** Readers who stop: what they were to read does not fit into memory. */
const READERS = 20

layer(TestServer, { excludeTestServices: true })("streams of events", (it) => {
  it.effect("go on without a gap where the process that made them was killed", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const first = yield* started({ PAUSE_MS: "20" })
      const to = 60
      const asked = upTo(10).map((n) => ({ path, body: { to }, headers: { "idempotency-key": `crash-${n}` } }))
      const before = asked.map((one) => follow({ ...one, port: first.port }))
      yield* Effect.promise(() => Promise.all(before.map((reading, n) => reading.next(1 + n * 3))))
      yield* Effect.promise(first.kill)
      yield* Effect.promise(() => Promise.all(before.map((reading) => reading.all())))
      const second = yield* started()
      const begun = performance.now()
      const after = asked.map((one, n) =>
        follow({ ...one, port: second.port, headers: { ...one.headers, "last-event-id": before[n]!.events.at(-1)!.id } }))
      const rest = yield* Effect.promise(() => Promise.all(after.map((reading) => reading.all())))
      for (const [n, events] of rest.entries()) {
        const all = [...before[n]!.events, ...events]
        assert.deepStrictEqual(all.map(({ data }) => data.n ?? data), [...upTo(to), { sum: to * (to + 1) / 2 }])
      }
      assert.isBelow(performance.now() - begun, goal(30_000))
      const [row] = yield* sql<{ n: number }>`select count(*) as n from receipts where verb = 'count_up'`
      assert.strictEqual(row!.n, 10)
    }))

  it.effect(`${STREAMS} of them are open in at most ${MOST_MB} MB`, ({ annotate }) =>
    Effect.gen(function*() {
      const service = yield* started({ HOLD_AT: "2" })
      const open = (n: number) => follow({ port: service.port, path, body: { to: 3 }, headers: { "idempotency-key": `open-${n}` } })
      const warm = upTo(20).map((n) => open(-n))
      yield* Effect.promise(() => Promise.all(warm.map((reading) => reading.next(1))))
      const before = service.residentMb()
      const all: Array<ReturnType<typeof open>> = []
      for (let n = 0; n < STREAMS; n += 50) {
        const some = upTo(50).map((k) => open(n + k))
        yield* Effect.promise(() => Promise.all(some.map((reading) => reading.next(1))))
        all.push(...some)
      }
      const more = service.residentMb() - before
      const begun = performance.now()
      service.signal("SIGUSR2")
      yield* Effect.promise(() => Promise.all(all.map((reading) => reading.all())))
      for (const { events } of all) assert.deepStrictEqual(events.map(({ data }) => data), [{ n: 1 }, { n: 2 }, { n: 3 }, { sum: 6 }])
      yield* Effect.promise(() => annotate(`${more.toFixed(0)} MB more for ${STREAMS}; all ended ${(performance.now() - begun).toFixed(0)} ms after they could`))
      assert.isAtMost(more, MOST_MB)
    }))

  it.effect("are cut where a reader stops, most of whose answer is not held until then", ({ annotate }) =>
    Effect.gen(function*() {
      const service = yield* started({ FILLER: "50000", STALLED_MS: "2000" })
      const open = () => follow({ port: service.port, path, body: { to: 400 }, headers: { "idempotency-key": "stalled" } })
      const read = yield* Effect.promise(open().all)
      assert.lengthOf(read, 401)
      yield* Effect.promise(open().all)
      const [memory, sockets] = [service.residentMb(), service.sockets()]
      const all = upTo(READERS).map(() => {
        const reading = open()
        reading.asking.on("response", (response) => response.pause())
        return reading
      })
      let [most, mostSockets] = [0, 0]
      yield* eventually(Effect.sync(() => {
        most = Math.max(most, service.residentMb() - memory)
        mostSockets = Math.max(mostSockets, service.sockets() - sockets)
        return mostSockets >= READERS && service.sockets() - sockets < READERS / 2
      }), (areCut) => areCut)
      for (const { cut } of all) cut()
      yield* Effect.promise(() => annotate(`${most.toFixed(0)} MB more for ${READERS} readers of 20 MB each who stopped`))
      /* What passes through before they are full is garbage for a while. */
      assert.isAtMost(most, READERS * 20 / 2)
    }))
})
