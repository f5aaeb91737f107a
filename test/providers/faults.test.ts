import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Result } from "effect"
import { HttpClientRequest } from "effect/http"
import { TestClock } from "effect/testing"
import { Metrics } from "#layers/kernel/metrics"
import type { Repeat } from "#layers/providers/attempt"
import { ProviderCircuits } from "#layers/providers/circuits"
import { ProviderHttp, ProviderTiming } from "#layers/providers/http"
import { adapters, Http, logged, type Row } from "./parties.ts"
import { type Fault, nobody, type ProviderServer } from "./provider-server.ts"
import { silence } from "./silence.ts"

interface Expected {
  readonly tag: "success" | "ProviderUnavailable" | "ProviderOutcomeUnknown" | "ProviderRateLimited" | "ProviderUnauthorized" | "ProviderInvalidRequest"
  readonly reason?: string
  /** Requests that reach the party, or would. */
  readonly attempts: number
}

/** An answer that was lost is asked for again where that is safe, and else nobody knows. */
const lost = (reason: string, attempts = 3) => (repeat: Repeat): Expected => ({
  tag: repeat === "always" ? "ProviderUnavailable" : "ProviderOutcomeUnknown", reason, attempts: repeat === "never" ? 1 : attempts
})

const everywhere = (expected: Expected) => () => expected

/** What is to come of each fault, by whether a call may be made again. Those that are no fault of an answer have an address of their own. */
const faults: Readonly<Record<Exclude<Fault, "lost" | "hung"> | "refused" | "unanswered", (repeat: Repeat) => Expected>> = {
  refused: everywhere({ tag: "ProviderUnavailable", reason: "unreachable", attempts: 3 }),
  unanswered: everywhere({ tag: "ProviderUnavailable", reason: "unreachable", attempts: 3 }),
  slow: lost("timeout"),
  cut: lost("connection_lost"),
  limited: everywhere({ tag: "ProviderRateLimited", attempts: 1 }),
  limited_soon: everywhere({ tag: "ProviderRateLimited", attempts: 3 }),
  broken: lost("status_500"),
  unauthorized: everywhere({ tag: "ProviderUnauthorized", attempts: 1 }),
  malformed: lost("malformed_answer"),
  oversized: lost("too_large", 1),
  redirect: everywhere({ tag: "ProviderUnavailable", reason: "redirect", attempts: 1 }),
  echo: everywhere({ tag: "ProviderInvalidRequest", attempts: 1 })
}

/** The same once an answer has begun to be handed on: an answer of any size is, and nothing of it is asked for again. */
const inPart = lost("connection_lost", 1)
const begun: Readonly<Record<string, typeof inPart>> = { cut: inPart, oversized: inPart, malformed: inPart }

const expectationOf = ({ large, repeat, streams }: Row, fault: string, usual: (repeat: Repeat) => Expected) =>
  (streams ? begun[fault] ?? usual : large && fault === "oversized" ? faults.malformed : usual)(repeat)

const addressOf = (fault: string, server: ProviderServer) =>
  fault === "refused" ? nobody : fault === "unanswered" ? silence : Effect.succeed(server.url)

/** Long enough for a busy machine where no wait is what is tested, and where it is, for the call to arrive. */
const timing = (fault: string) => {
  const attempt = fault === "slow" ? 250 : 10_000
  return { connect: fault === "unanswered" ? 60 : 10_000, attempt, longAttempt: attempt, whole: 30_000, backoff: 1 }
}

const outages = new Set(["ProviderUnavailable", "ProviderOutcomeUnknown"])

const outcomeOf = (row: Row) => Effect.map(Effect.result(row.call), (result) => Result.isSuccess(result) ? undefined : result.failure)

for (const { make, name, secrets } of adapters) {
  describe(`${name} under faults`, () => {
    for (const [fault, expectedOf] of Object.entries(faults)) {
      it.live(fault, () => {
        const { layer, lines } = logged()
        return Effect.gen(function*() {
          const { calls, server } = yield* make
          const url = yield* addressOf(fault, server)
          const rows = yield* calls(url)
          const { condition } = yield* ProviderCircuits
          /* Nobody answers one call as another, and each takes seconds to find that out. */
          for (const [operation, row] of Object.entries(rows).slice(0, fault === "unanswered" ? 1 : undefined)) {
            server.fail(undefined)
            if (url === server.url) assert.isUndefined(yield* outcomeOf(row), operation)
            const before = server.asked.length
            if (url === server.url) server.fail(fault as Fault)
            const error = yield* outcomeOf(row)
            if (row.immune?.includes(fault)) {
              assert.isUndefined(error, operation)
              continue
            }
            const expected = expectationOf(row, fault, expectedOf)
            assert.strictEqual(error?._tag, expected.tag, `${operation}: ${JSON.stringify(error)}`)
            assert.strictEqual(error!.provider, name)
            assert.strictEqual(error!.attempts, expected.attempts, operation)
            if (expected.reason !== undefined) assert.strictEqual(error!.reason, expected.reason, operation)
            if (fault === "limited") assert.strictEqual(error!._tag === "ProviderRateLimited" && error!.retryAfter, 30)
            if (url === server.url) assert.strictEqual(server.asked.length - before, expected.attempts, operation)
            assert.notInclude(server.asked.map(({ path }) => path), "/elsewhere")
            for (const secret of secrets) assert.notInclude(`${JSON.stringify(error)} ${String(error)} ${error!.stack} ${lines.join()}`, secret)
            const troubled = outages.has(expected.tag) || expected.tag === "ProviderUnauthorized"
            assert.strictEqual(yield* condition(name), troubled ? "degraded" : "operational", operation)
            if (troubled) assert.include(lines.join(), name)
          }
          const figures = yield* Metrics.use(({ text }) => text)
          assert.include(figures, `provider_call_duration_seconds_count{provider="${name}"`)
          for (const secret of secrets) assert.notInclude(figures, secret)
        }).pipe(
          Effect.provide([Http, layer]), Effect.provideService(ProviderTiming, timing(fault)), Effect.scoped
        )
      })
    }

    it.live("recovers in the middle of a call where that is safe", () =>
      Effect.gen(function*() {
        const { calls, server } = yield* make
        for (const [operation, row] of Object.entries(yield* calls(server.url))) {
          for (const fault of ["limited_soon", "broken", "cut"] as const) {
            server.fail(undefined)
            yield* outcomeOf(row)
            server.fail(fault, 1)
            const error = yield* outcomeOf(row)
            const once = row.repeat === "never" && fault !== "limited_soon"
            if (row.streams !== undefined && fault === "cut") assert.isDefined(error)
            else assert.strictEqual(error?._tag, once ? "ProviderOutcomeUnknown" : undefined, `${operation} ${fault}`)
          }
        }
      }).pipe(Effect.provide([Http, logged().layer]), Effect.provideService(ProviderTiming, timing("none")), Effect.scoped))

    it.live("does once what was done, when the answer is lost", () =>
      Effect.gen(function*() {
        const { calls, server } = yield* make
        for (const [operation, row] of Object.entries(yield* calls(server.url))) {
          if (row.done === undefined) continue
          const before = row.done()
          server.fail("lost", 1)
          const error = yield* outcomeOf(row)
          assert.strictEqual(error?._tag, row.repeat === "never" ? "ProviderOutcomeUnknown" : undefined, operation)
          assert.strictEqual(row.done() - before, 1, operation)
        }
      }).pipe(Effect.provide([Http, logged().layer]), Effect.provideService(ProviderTiming, timing("none")), Effect.scoped))

    it.effect("is left alone after five failed calls, and tried again after a while by one call", () =>
      Effect.gen(function*() {
        const { calls, server } = yield* make
        const [[, row]] = Object.entries(yield* calls(server.url)) as [[string, Row]]
        const { condition } = yield* ProviderCircuits
        server.fail("redirect")
        for (let n = 0; n < 5; n++) assert.strictEqual((yield* outcomeOf(row))?.reason, "redirect")
        assert.strictEqual(yield* condition(name), "unavailable")
        const before = server.asked.length
        const refused = yield* outcomeOf(row)
        assert.deepInclude(refused, { _tag: "ProviderUnavailable", reason: "circuit_open", attempts: 0 })
        assert.strictEqual(server.asked.length, before)
        server.fail(undefined)
        yield* TestClock.adjust("16 seconds")
        assert.isUndefined(yield* outcomeOf(row))
        assert.strictEqual(yield* condition(name), "operational")
      }).pipe(Effect.provide(Http), Effect.scoped))
  })
}

it.effect("an address that no setting named must be on the public internet", () =>
  Effect.gen(function*() {
    for (const usually of ["https://127.0.0.1:9", "https://169.254.169.254", "https://localhost"]) {
      const way = yield* ProviderHttp.use(({ party }) =>
        party({ name: usually, configured: Option.none(), usually, verdictOf: () => undefined }))
      const error = yield* Effect.flip(way.nothing({
        operation: "look", request: HttpClientRequest.get(`${way.base}/`), repeat: "always", secrets: []
      }))
      assert.strictEqual(error._tag, "ProviderUnavailable")
      assert.include(error.message, "not a public address")
      assert.strictEqual(error.attempts, 1)
    }
  }).pipe(Effect.provide(Http), Effect.scoped))
