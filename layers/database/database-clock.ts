import { Clock, Effect, Layer, Schedule } from "effect"
import { SystemSql } from "./connections.ts"

/** How often the two clocks are compared; in between, the machine's measure of time that passed is exact enough. */
const EVERY = "5 seconds"

/** A comparison that took longer says little; it counts only where it shows that the last one is wrong. */
const QUICK_MS = 20

/**
 * The time of the database, which is the same for all processes: timers, leases and claims go by it. The time of the machine is
 * not asked at all, only how much time has passed since the database told what time it is.
 */
export const DatabaseClock = Layer.effect(Clock.Clock, Effect.gen(function*() {
  const sql = yield* SystemSql
  const machine = yield* Clock.Clock
  /** The time of the database when `performance.now()` was 0, in epoch milliseconds. */
  let origin: number | undefined

  const compare = Effect.gen(function*() {
    const before = performance.now()
    const [row] = yield* sql<{ ms: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`
    const after = performance.now()
    const error = (after - before) / 2
    const found = row!.ms - before - error
    if (origin === undefined || error <= QUICK_MS || Math.abs(found - origin) > error) origin = found
  })

  yield* compare
  /* While the database is away the last comparison holds; whoever asks the database for work is told that it is away. */
  yield* compare.pipe(Effect.ignore, Effect.repeat(Schedule.spaced(EVERY)), Effect.forkScoped)

  const millis = () => Math.floor(origin! + performance.now())
  const nanos = () => BigInt(millis()) * 1_000_000n
  return {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: () => machine.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: machine.monotonicTimeNanos,
    sleep: (duration) => machine.sleep(duration)
  }
}))
