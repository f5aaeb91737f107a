import { PgConnection } from "@effect/sql-pg"
import { Context, Duration, Effect, Exit, Fiber, Latch, Layer, Option, Queue, Schedule, Schema, Scope } from "effect"
import { CompanyId } from "#schemas/kernel/ids"
import { SystemSql } from "../database/connections.ts"
import { answered } from "./health.ts"

const LISTEN = "LISTEN access_changed"

/**
 * A line that passes nothing looks like one on which nothing happens. So it is tried this often, in milliseconds, and believed to
 * be dead after two tries without an answer: a revocation has to be known within a second.
 */
const TRIED_EVERY = 250
const PATIENCE = 300
/** A try that ended so much later than it should says that our own process stood still, and nothing of the line. */
const STOOD_STILL = 100

/** How long the end of a connection is waited for; a dead one may never end. */
const LETTING_GO = "1 second"

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

    const trying = Effect.fnUntraced(function*(connection: PgConnection.PgConnection) {
      for (let missed = 0; missed < 2;) {
        yield* Effect.sleep(missed === 0 ? TRIED_EVERY : 0)
        const [took, answer] = yield* Effect.timed(answered(connection.query(LISTEN), PATIENCE))
        if (Option.isSome(answer)) missed = 0
        else if (Duration.toMillis(took) < PATIENCE + STOOD_STILL) missed++
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
      yield* Effect.raceFirst(telling, trying(connection))
    })

    const letGo = Effect.fnUntraced(function*(scope: Scope.Closeable) {
      isListening = false
      tell(undefined)
      const ending = yield* Effect.forkDetach(Scope.close(scope, Exit.void), { startImmediately: true })
      yield* Effect.timeoutOption(Fiber.join(ending), LETTING_GO)
    })

    yield* Effect.acquireUseRelease(Scope.make(), hear, letGo).pipe(
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
