import { PgConnection } from "@effect/sql-pg"
import { Context, Duration, Effect, Exit, Fiber, Latch, Layer, Option, Queue, Schedule, Schema, Scope } from "effect"
import { CompanyId } from "#schemas/kernel/ids"
import { SystemSql } from "../database/connections.ts"
import { answered } from "../database/answered.ts"

const LISTEN = "LISTEN access_changed"

/**
 * A dead connection looks like one on which nothing happens. So it is probed this often, and taken for dead after two probes
 * without an answer: a revocation has to be known within a second.
 */
const PROBE_EVERY_MS = 250
const ANSWER_MS = 300
/** A probe that ended so much later than it should says that our own process was paused, and nothing of the connection. */
const PAUSE_MS = 100

/** How long the end of a connection is waited for; a dead one may never end. */
const CLOSE_TIMEOUT = "1 second"

/** Told with the company in which somebody's access changed; with nothing where that may be any, since changes may have been missed. */
export type Told = (company: CompanyId | undefined) => void

/**
 * Changes of what credentials, people and companies may do, as PostgreSQL tells them to every process. While they are not
 * heard of, nothing that was found out before may be relied on.
 */
export class AccessChanges extends Context.Service<AccessChanges>()("layers/AccessChanges", {
  make: Effect.gen(function*() {
    const sql = yield* SystemSql
    const subscribers = new Set<Told>()
    const begun = yield* Latch.make()
    let isListening = false

    const tell = (company: CompanyId | undefined) => subscribers.forEach((told) => told(company))

    const probing = Effect.fnUntraced(function*(connection: PgConnection.PgConnection) {
      for (let missed = 0; missed < 2;) {
        yield* Effect.sleep(missed === 0 ? PROBE_EVERY_MS : 0)
        const [took, answer] = yield* Effect.timed(answered(connection.query(LISTEN), ANSWER_MS))
        if (Option.isSome(answer)) missed = 0
        else if (Duration.toMillis(took) < ANSWER_MS + PAUSE_MS) missed++
      }
      return yield* Effect.fail(new Error("the connection does not answer"))
    })

    /** On a connection of its own, on which nothing has to be waited for. */
    const hear = Effect.fnUntraced(function*(scope: Scope.Scope) {
      const connection = yield* Effect.flatMap(PgConnection.make(sql.config), ({ pin }) => pin).pipe(Scope.provide(scope))
      const changes = yield* Scope.provide(connection.listen("access_changed"), scope)
      isListening = true
      tell(undefined)
      yield* begun.open
      /* Any account of the database may notify; what names no company is not of ours. */
      const telling = Effect.forever(Effect.map(Queue.take(changes), ({ payload }) =>
        Option.map(Schema.decodeUnknownOption(CompanyId)(Number(payload)), tell)))
      yield* Effect.raceFirst(telling, probing(connection))
    })

    const stop = Effect.fnUntraced(function*(scope: Scope.Closeable) {
      isListening = false
      tell(undefined)
      const ending = yield* Effect.forkDetach(Scope.close(scope, Exit.void), { startImmediately: true })
      yield* Effect.timeoutOption(Fiber.join(ending), CLOSE_TIMEOUT)
    })

    yield* Effect.acquireUseRelease(Scope.make(), hear, stop).pipe(
      Effect.tapCause((cause) => Effect.logWarning("not listening for revoked keys; asking the database each time", cause)),
      Effect.retry(Schedule.min([Schedule.exponential("50 millis"), Schedule.spaced("1 second")])),
      Effect.forkScoped
    )

    return {
      isListening: () => isListening,
      /** Waits until changes are heard of. */
      listening: begun.await,
      /** Misses nothing, until the scope ends. */
      subscribe: (told: Told) =>
        Effect.acquireRelease(
          Effect.sync(() => void subscribers.add(told)),
          () => Effect.sync(() => void subscribers.delete(told))
        )
    }
  })
}) {
  static readonly layer = Layer.effect(AccessChanges, AccessChanges.make)
}
