import { Clock, Context, Duration, Effect, Layer, Option, Redacted } from "effect"
import { RateLimiter, Redis } from "effect/persistence"
import { StartFailure } from "#schemas/kernel/start-failure"
import { ServiceConfig } from "./config.ts"

/** How a caller stands in the current window. */
export interface Standing {
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
const PATIENCE_MS = 250
const AWAY_MS = 1_000

const neverAdaptive = {
  adaptiveConsume: () => Effect.succeed({ delay: Duration.zero, epoch: 0, phase: "inactive" as const }),
  adaptiveFeedback: () => Effect.void,
  tokenBucket: () => Effect.die(new Error("only fixed windows are counted here"))
}

/**
 * Effect's limiter counts in this store: its own memory store stretches the window with each request and keeps every
 * key for ever, which a stranger with many addresses could fill.
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

const countScript = Redis.script(
  (key: string, tokens: number, windowMs: number) => [key, tokens, windowMs],
  {
    numberOfKeys: 1,
    lua: `local count = redis.call("INCRBY", KEYS[1], ARGV[1])
if count == tonumber(ARGV[1]) then redis.call("PEXPIRE", KEYS[1], ARGV[2]) end
return {count, redis.call("PTTL", KEYS[1])}`
  }
).withReturnType<readonly [number, number]>()

/** The same window, counted in Redis, so that several processes share it. */
const shared = Layer.effect(RateLimiter.RateLimiterStore, Effect.gen(function*() {
  const redis = yield* Redis.Redis
  const count = redis.eval(countScript)
  return RateLimiter.RateLimiterStore.of({
    ...neverAdaptive,
    fixedWindow: (options) =>
      count(`rate:${options.key}`, options.tokens, WINDOW_MS).pipe(
        Effect.map(([used, ttl]) => [Number(used), Number(ttl)] as const),
        Effect.mapError((cause) =>
          new RateLimiter.RateLimiterError({
            reason: new RateLimiter.RateLimitStoreError({ message: "Redis did not count", cause })
          })
        )
      )
  })
}))

const unreachable = (url: string, cause: unknown) => {
  const { code, message } = cause as NodeJS.ErrnoException
  return new StartFailure({
    message: `Redis at ${new URL(url).host} cannot be reached (${code ?? message}): start it, correct REDIS_URL or unset it.`
  })
}

/** Its client is read only where it is used: it is five hundred files. */
const redisAt = (url: string) =>
  Layer.unwrap(Effect.map(
    Effect.promise(() => import("@effect/platform-node/NodeRedis")),
    ({ layer }) => layer({ url, disableOfflineQueue: true })
  )).pipe(Layer.catchTag("RedisError", ({ cause }) => Layer.effectContext(unreachable(url, cause))))

/** A limiter of its own: the layer is one value, and would be built once, over whichever store came first. */
const counting = <E, R>(store: Layer.Layer<RateLimiter.RateLimiterStore, E, R>) =>
  Layer.fresh(RateLimiter.layer).pipe(Layer.provide(store))

/** Counts requests a minute by key: a company, or a stranger's address. */
export class RateLimits extends Context.Service<RateLimits, {
  readonly take: (key: string, limit: number) => Effect.Effect<Standing>
  /** The same without waiting, where this process counts alone. */
  readonly takeNow: ((key: string, limit: number) => Standing) | undefined
}>()("layers/RateLimits") {
  static readonly layer = Layer.unwrap(Effect.gen(function*() {
    const { redisUrl } = yield* ServiceConfig
    const here = counting(memory)
    if (Option.isNone(redisUrl)) return RateLimits.over(undefined).pipe(Layer.provide(here))

    const there = counting(shared).pipe(Layer.provide(redisAt(Redacted.value(redisUrl.value))))
    const limiter = Layer.effect(Shared, RateLimiter.RateLimiter).pipe(Layer.provide(there))
    return Layer.unwrap(Effect.map(Shared, RateLimits.over)).pipe(Layer.provide([limiter, here]))
  }))

  /** A Redis that is away must not stop the service: then each process counts for itself. */
  private static readonly over = (shared: RateLimiter.RateLimiter | undefined) =>
    Layer.effect(RateLimits, Effect.gen(function*() {
      const local = yield* RateLimiter.RateLimiter
      const consume = (limiter: RateLimiter.RateLimiter, key: string, limit: number) =>
        limiter.consume({ key, limit, window: WINDOW_MS, onExceeded: "delay", algorithm: "fixed-window" })

      const clock = yield* Clock.Clock
      const standing = ({ limit, remaining, resetAfter }: RateLimiter.ConsumeResult): Standing => {
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
      let awayUntil = 0
      const together = (limiter: RateLimiter.RateLimiter, key: string, limit: number) =>
        clock.currentTimeMillisUnsafe() < awayUntil ? alone(key, limit) : consume(limiter, key, limit).pipe(
          Effect.timeout(PATIENCE_MS),
          Effect.catch((error) => {
            awayUntil = clock.currentTimeMillisUnsafe() + AWAY_MS
            return Effect.andThen(
              Effect.logWarning("rate limits are counted by each process for itself", error),
              alone(key, limit)
            )
          })
        )
      const take = (key: string, limit: number) =>
        Effect.map(shared === undefined ? alone(key, limit) : together(shared, key, limit), standing)
      return RateLimits.of({
        take,
        takeNow: shared === undefined ? (key, limit) => Effect.runSync(take(key, limit)) : undefined
      })
    }))
}

class Shared extends Context.Service<Shared, RateLimiter.RateLimiter>()("layers/rate-limits/Shared") {}
