import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { freePort, home, serve } from "./service.ts"

interface Seen {
  readonly status: number
  readonly retryAfter: string | null
  readonly json: any
}

it.live("a request during the start is answered, and readiness comes last", () =>
  Effect.gen(function*() {
    const port = yield* freePort
    const asked: Array<Seen> = []
    const look = (path: string) =>
      Effect.tryPromise(async () => {
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(5_000) })
        const seen = { status: answer.status, retryAfter: answer.headers.get("retry-after"), json: await answer.json() }
        asked.push(seen)
        return seen
      })
    const watching = yield* Effect.forkChild(
      Effect.forever(Effect.andThen(Effect.exit(look("/api/v1/crm/contacts")), Effect.sleep("10 millis")))
    )
    const ready = yield* Effect.forkChild(look("/health/ready").pipe(
      Effect.filterOrFail(({ status }) => status === 200),
      Effect.retry({ while: () => Effect.as(Effect.sleep("10 millis"), true) })
    ))
    yield* serve({ DATA_DIR: yield* home, PORT: String(port) })
    yield* Fiber.join(ready)
    yield* Fiber.interrupt(watching)

    const early = asked.filter(({ json }) => json.code === "unavailable")
    assert.isAbove(early.length, 0)
    for (const { retryAfter, status } of early) assert.deepStrictEqual([status, retryAfter], [503, "1"])
    // Once it serves, a request without a key is refused for that.
    assert.sameMembers([...new Set(asked.map(({ status }) => status))], [503, 401, 200])
  }).pipe(Effect.scoped))
