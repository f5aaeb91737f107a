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

/**
 * Effect's limiter counts in this store: its own memory store stretches the window with each request and keeps every
 * key for ever, which somebody with many addresses could fill.
 */
const memory = Layer.sync(RateLimiter.RateLimiterStore, () => {
  const counters = new Map<string, { count: number; readonly endsAt: number }>()
  const makeRoom = (now: number) => {
    for (const [key, { endsAt }] of counters) if (endsAt <= now) counters.delete(key)
    while (counters.size >= MOST_COUNTERS) counters.delete(counters.keys().next().value!)
  }
  return RateLimiter.RateLimiterStore.of({
    ...neverAdaptive,
    fixedWindow: (options) =>
      Effect.clockWith((clock) => {
        const now = clock.currentTimeMillisUnsafe()
        const counter = counters.get(options.key)
        if (counter !== undefined && counter.endsAt > now) {
          counter.count += options.tokens
          return Effect.succeed([counter.count, counter.endsAt - now] as const)
        }
        if (counter !== undefined) counters.delete(options.key)
        if (counters.size >= MOST_COUNTERS) makeRoom(now)
        counters.set(options.key, { count: options.tokens, endsAt: now + WINDOW_MS })
        return Effect.succeed([options.tokens, WINDOW_MS] as const)
      })
  })
})

/** A limiter of its own: the layer is one value, and would be built once, over whichever store came first. */
const limiterOver = <E, R>(store: Layer.Layer<RateLimiter.RateLimiterStore, E, R>) =>
  Effect.map(Layer.build(Layer.fresh(RateLimiter.layer).pipe(Layer.provide(store))), Context.get(RateLimiter.RateLimiter))

/** Counts requests a minute by key: a company, or the address of a caller without a key. */
export class RateLimits extends Context.Service<RateLimits>()("layers/RateLimits", {
  make: Effect.gen(function*() {
    const { redisUrl } = yield* ServiceConfig
    const local = yield* limiterOver(memory)
    /* A Redis that is away must not stop the service: then each process counts for itself. */
    const shared = Option.isNone(redisUrl)
      ? undefined
      : yield* limiterOver(redisCounters(Redacted.value(redisUrl.value), WINDOW_MS, neverAdaptive))
    const consume = (limiter: RateLimiter.RateLimiter, key: string, limit: number) =>
      limiter.consume({ key, limit, window: WINDOW_MS, onExceeded: "delay", algorithm: "fixed-window" })

    const clock = yield* Clock.Clock
    const stateOf = ({ limit, remaining, resetAfter }: RateLimiter.ConsumeResult): RateLimitState => {
      const left = Duration.toMillis(resetAfter)
      return {
        allowed: remaining >= 0,
        limit,
        remaining: Math.max(0, remaining),
        reset: Math.ceil((clock.currentTimeMillisUnsafe() + left) / 1_000),
        retryAfter: Math.max(1, Math.ceil(left / 1_000))
      }
    }
    const alone = (key: string, limit: number) => Effect.orDie(consume(local, key, limit))
    /* While Redis does not count, one at a time asks whether it does again, and no request waits for that. */
    let away = false
    let askAt = 0
    const later = Effect.sync(() => void (askAt = clock.currentTimeMillisUnsafe() + AWAY_MS))
    const ask = (limiter: RateLimiter.RateLimiter) => {
      askAt = Infinity
      return consume(limiter, PROBE, 1).pipe(
        Effect.timeout(REDIS_TIMEOUT_MS),
        Effect.andThen(Effect.suspend(() => {
          away = false
          return Effect.logInfo("rate limits are counted together again")
        })),
        Effect.catchCause(() => later),
        Effect.forkDetach
      )
    }
    const left = (error: unknown) =>
      Effect.suspend(() => {
        if (away) return Effect.void
        away = true
        return Effect.andThen(later, Effect.logWarning("rate limits are counted by each process for itself", error))
      })
    const together = (limiter: RateLimiter.RateLimiter, key: string, limit: number) =>
      Effect.suspend(() => {
        if (!away) {
          return consume(limiter, key, limit).pipe(
            Effect.timeout(REDIS_TIMEOUT_MS), Effect.catch((error) => Effect.andThen(left(error), alone(key, limit)))
          )
        }
        const counted = alone(key, limit)
        return clock.currentTimeMillisUnsafe() < askAt ? counted : Effect.andThen(ask(limiter), counted)
      })
    const take = (key: string, limit: number) =>
      Effect.map(shared === undefined ? alone(key, limit) : together(shared, key, limit), stateOf)
    return {
      take,
      /** The same without waiting, where this process counts alone. */
      takeNow: shared === undefined ? (key: string, limit: number) => Effect.runSync(take(key, limit)) : undefined
    }
  })
}) {
  static readonly layer = Layer.effect(RateLimits, RateLimits.make)
}
