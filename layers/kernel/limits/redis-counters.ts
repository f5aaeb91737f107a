import { Effect, Layer } from "effect"
import { RateLimiter } from "effect/persistence"
import { StartFailure } from "#schemas/kernel/start-failure"
import { Installation } from "../installation/installation.ts"

/** Commands that wait for an answer: many more than are ever under way, so that a Redis that says nothing fills no memory. */
const MOST_WAITING = 2_000

/** How long the first connection may take, in milliseconds. */
const FIRST_ANSWER_MS = 10_000
const MOST_BETWEEN_MS = 2_000

/** A counter without an end, as somebody else may leave one, gets one here: it would keep its company out for ever. */
const COUNT = `local count = redis.call("INCRBY", KEYS[1], ARGV[1])
local left = redis.call("PTTL", KEYS[1])
if left < 0 or left > tonumber(ARGV[2]) then
  redis.call("PEXPIRE", KEYS[1], ARGV[2])
  left = tonumber(ARGV[2])
end
return {count, left}`

const unreachable = (url: string, cause: unknown) => {
  const { code, message } = cause as NodeJS.ErrnoException
  return new StartFailure({
    message: `Redis at ${new URL(url).host} cannot be reached (${code ?? message}): start it, correct REDIS_URL or unset it.`
  })
}

/** The client is read only where it is used: it is hundreds of files. */
const clientOf = Effect.fnUntraced(function*(url: string) {
  const { createClient, defineScript } = yield* Effect.promise(() => import("@redis/client"))
  let ready = false
  return yield* Effect.acquireRelease(
    Effect.tryPromise({
      try: async (signal) => {
        const client = createClient({
          url,
          disableOfflineQueue: true,
          commandsQueueMaxLength: MOST_WAITING,
          socket: {
            connectTimeout: FIRST_ANSWER_MS,
            reconnectStrategy: (tries, cause) => ready ? Math.min(2 ** tries * 50, MOST_BETWEEN_MS) + Math.floor(Math.random() * 200) : cause
          },
          scripts: {
            count: defineScript({
              SCRIPT: COUNT,
              NUMBER_OF_KEYS: 1,
              parseCommand: (parser, key: string, tokens: number, windowMs: number) => {
                parser.pushKey(key)
                parser.push(String(tokens), String(windowMs))
              },
              transformReply: (reply: unknown) => reply
            })
          }
        })
        /* What fails is said by the command that fails; without a listener it would end the process. */
        client.on("error", () => {})
        client.once("ready", () => void (ready = true))
        signal.addEventListener("abort", () => client.destroy())
        await client.connect()
        return client
      },
      catch: (cause) => unreachable(url, cause)
    }).pipe(Effect.timeoutOrElse({
      duration: FIRST_ANSWER_MS,
      orElse: () => Effect.fail(unreachable(url, { message: "it does not answer" }))
    })),
    /* It does not wait for answers that may never come. */
    (client) => Effect.sync(() => client.destroy())
  )
})

const failure = (message: string, cause?: unknown) =>
  new RateLimiter.RateLimiterError({ reason: new RateLimiter.RateLimitStoreError({ message, cause }) })

const isCount = (reply: unknown, tokens: number, windowMs: number): reply is readonly [number, number] =>
  Array.isArray(reply) && reply.length === 2 && reply.every(Number.isSafeInteger) && reply[0] >= tokens && reply[1] > 0 && reply[1] <= windowMs

/** Counts in Redis, so that processes of the installation share a window of `windowMs`, which begins with its first request. */
export const redisCounters = (url: string, windowMs: number, others: Omit<RateLimiter.RateLimiterStore["Service"], "fixedWindow">) =>
  Layer.effect(RateLimiter.RateLimiterStore, Effect.gen(function*() {
    const { id } = yield* Installation
    const client = yield* clientOf(url)
    return RateLimiter.RateLimiterStore.of({
      ...others,
      fixedWindow: ({ key, tokens }) =>
        Effect.tryPromise({
          try: () => client.count(`rate:${id}:${key}`, tokens, windowMs),
          catch: (cause) => failure("Redis did not count", cause)
        }).pipe(Effect.filterOrFail(
          (reply) => isCount(reply, tokens, windowMs),
          (reply) => failure(`Redis does not count as it should: it answered ${JSON.stringify(reply)?.slice(0, 100)}`)
        ))
    })
  }))
