import { Clock, Context, Duration, Effect, Layer, Option, Redacted } from "effect"
import { RateLimiter } from "effect/persistence"
import { ServiceConfig } from "../config.ts"
import { redisCounters } from "./redis-counters.ts"

/** What a caller has left of the current window. */
export interface RateLimitState {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Unix seconds at which the window ends. */
  readonly reset: number
  /** Whole seconds until then, at least 1. */
  readonly retryAfter: number
}

/** A window begins with a caller's first request and lasts a minute, whatever else it sends meanwhile. */
const WINDOW_MS = 60_000
const MOST_COUNTERS = 100_000
/** How long Redis may take to count, and how long it is left alone after it did not. */
const REDIS_TIMEOUT_MS = 250
const AWAY_MS = 1_000
/** What is counted to find out whether Redis is back: nobody. */
const PROBE = "probe"

const neverAdaptive = {
  adaptiveConsume: () => Effect.succeed({ delay: Duration.zero, epoch: 0, phase: "inactive" as const }),
  adaptiveFeedback: () => Effect.void,
  tokenBucket: () => Effect.die(new Error("only fixed windows are counted here"))
}

/** Counts of this process: requests by key, and the milliseconds until the window of each ends. */
const makeCounters = () => {
  const counters = new Map<string, { count: number; readonly endsAt: number }>()
  const makeRoom = (now: number) => {
    for (const [key, { endsAt }] of counters) if (endsAt <= now) counters.delete(key)
    while (counters.size >= MOST_COUNTERS) counters.delete(counters.keys().next().value!)
  }
  return (key: string, now: number): readonly [count: number, left: number] => {
    const counter = counters.get(key)
    if (counter !== undefined && counter.endsAt > now) return [++counter.count, counter.endsAt - now]
    if (counter !== undefined) counters.delete(key)
    if (counters.size >= MOST_COUNTERS) makeRoom(now)
    counters.set(key, { count: 1, endsAt: now + WINDOW_MS })
    return [1, WINDOW_MS]
  }
}

/** Counts requests a minute by key: a company, or the address of a caller without a key. */
export class RateLimits extends Context.Service<RateLimits>()("layers/RateLimits", {
  make: Effect.gen(function*() {
    const { redisUrl } = yield* ServiceConfig
    const clock = yield* Clock.Clock
    const countHere = makeCounters()
    const stateOf = (limit: number, remaining: number, left: number): RateLimitState => ({
      allowed: remaining >= 0,
      limit,
      remaining: Math.max(0, remaining),
      reset: Math.ceil((clock.currentTimeMillisUnsafe() + left) / 1_000),
      retryAfter: Math.max(1, Math.ceil(left / 1_000))
    })
    const takeNow = (key: string, limit: number): RateLimitState => {
      const [count, left] = countHere(key, clock.currentTimeMillisUnsafe())
      return stateOf(limit, limit - count, left)
    }
    const alone = (key: string, limit: number) => Effect.sync(() => takeNow(key, limit))
    if (Option.isNone(redisUrl)) return { take: alone, /** The same without waiting, where this process counts alone. */ takeNow }

    const store = redisCounters(Redacted.value(redisUrl.value), WINDOW_MS, neverAdaptive)
    const shared = Context.get(yield* Layer.build(Layer.fresh(RateLimiter.layer).pipe(Layer.provide(store))), RateLimiter.RateLimiter)
    const consume = (key: string, limit: number) =>
      Effect.map(
        shared.consume({ key, limit, window: WINDOW_MS, onExceeded: "delay", algorithm: "fixed-window" }),
        ({ remaining, resetAfter }) => stateOf(limit, remaining, Duration.toMillis(resetAfter))
      )
    /* A Redis that is away must not stop the service: then each process counts for itself. One at a time asks whether it counts
     * again, and no request waits for that. */
    let away = false
    let askAt = 0
    const later = Effect.sync(() => void (askAt = clock.currentTimeMillisUnsafe() + AWAY_MS))
    const ask = Effect.suspend(() => {
      askAt = Infinity
      return consume(PROBE, 1).pipe(
        Effect.timeout(REDIS_TIMEOUT_MS),
        Effect.andThen(Effect.suspend(() => {
          away = false
          return Effect.logInfo("rate limits are counted together again")
        })),
        Effect.catchCause(() => later),
        Effect.forkDetach
      )
    })
    const left = (error: unknown) =>
      Effect.suspend(() => {
        if (away) return Effect.void
        away = true
        return Effect.andThen(later, Effect.logWarning("rate limits are counted by each process for itself", error))
      })
    const together = (key: string, limit: number) =>
      Effect.suspend(() => {
        if (!away) {
          return consume(key, limit).pipe(
            Effect.timeout(REDIS_TIMEOUT_MS), Effect.catch((error) => Effect.andThen(left(error), alone(key, limit)))
          )
        }
        const counted = alone(key, limit)
        return clock.currentTimeMillisUnsafe() < askAt ? counted : Effect.andThen(ask, counted)
      })
    return { take: together, takeNow: undefined }
  })
}) {
  static readonly layer = Layer.effect(RateLimits, RateLimits.make)
}
