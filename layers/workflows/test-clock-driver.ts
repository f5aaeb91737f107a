import { Effect, FiberMap, Latch, Layer, Schedule } from "effect"
import { EngineSql } from "./engine-sql.ts"
import { TestClocks } from "./test-clocks.ts"

/** How often timers of test mode that come due by themselves are looked for, and advances that another process began. */
const EVERY = "1 second"

/** Timers fired at a time. */
const MOST = 1_000

/** How long a look at work under way waits for the next one, in milliseconds, where no reply of this process calls for one. */
const FIRST_MS = 20
const LONGEST_MS = 1_000

/**
 * Fires the timers of test mode. Any process may do it, and several at once: each step is a transaction that takes the clock's
 * row, so an advance goes on where it was when the process that began it has died.
 */
export const TestClockDriver = Layer.effectDiscard(Effect.gen(function*() {
  const sql = yield* EngineSql
  const clocks = yield* TestClocks
  const news = Latch.makeUnsafe(true)
  const advances = yield* FiberMap.make<number>()
  const mayRest = Latch.makeUnsafe(false)
  yield* clocks.work(() => news.openUnsafe(), () => mayRest.openUnsafe())

  /** Goes on with an advance to its end. */
  const advance = Effect.fnUntraced(function*(company: number) {
    for (let wait = FIRST_MS;;) {
      yield* mayRest.close
      const [row] = yield* sql<{ state: "ready" | "fired" | "waiting" }>`select step_test_clock(${company}::bigint) as state`
      if (row!.state === "ready") return
      wait = row!.state === "fired" ? FIRST_MS : Math.min(wait * 1.5, LONGEST_MS)
      yield* Effect.timeoutOption(mayRest.await, wait)
    }
  }, Effect.catchCause((cause) => Effect.logWarning(`a test clock was not advanced: will try again in ${EVERY}`, cause)))

  const round = Effect.gen(function*() {
    yield* news.await
    yield* news.close
    const advancing = yield* sql<{ company: number | bigint }>`select tend_test_clocks(${MOST}) as company`
    for (const { company } of advancing) yield* FiberMap.run(advances, Number(company), advance(Number(company)), { onlyIfMissing: true })
  }).pipe(
    Effect.tapCause((cause) => Effect.logWarning(`timers of test mode were not fired: will try again in ${EVERY}`, cause)),
    Effect.exit
  )

  yield* Effect.forkScoped(Effect.repeat(news.open, Schedule.spaced(EVERY)))
  yield* Effect.forkScoped(Effect.forever(round))
}))
