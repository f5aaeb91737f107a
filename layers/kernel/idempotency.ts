import { Context, Effect, Layer, Semaphore } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { IdempotencyInFlight } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import { execute, orDieSql } from "./sql.ts"
import type { Statement } from "./transaction.ts"

/** One request under a key: what was asked, as a hash that any other request would not have. */
export interface KeyedRequest {
  readonly key: string
  readonly fingerprint: Uint8Array
}

/** An response as it went out, byte for byte. */
export interface StoredResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const WAIT_MS = 10_000

/** When a request has waited long enough, for its turn here and for other processes together; epoch milliseconds. */
const Deadline = Context.Reference<number>("layers/idempotency/Deadline", { defaultValue: () => Infinity })

/** Who works under a key in this process, and how many want to. */
interface Turn {
  readonly gate: Semaphore.Semaphore
  users: number
}

/**
 * Under what the key is kept: two visitors of a company who choose the same one are apart, and apart from the company's own keys,
 * in which no line feed can stand.
 */
const scoped = ({ visitor }: Caller["Service"], key: string) => visitor === undefined ? key : `${visitor.idempotencyScope}\n${key}`

/** Remembers the response given under an Idempotency-Key, in the transaction of the work itself. */
export class Idempotency extends Context.Service<Idempotency>()("layers/Idempotency", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const turns = new Map<string, Turn>()

    const leave = (name: string, turn: Turn) =>
      Effect.suspend(() => {
        if (--turn.users === 0) turns.delete(name)
        return turn.gate.release(1)
      })

    /** Nobody else has the key: the turn is ours at once, and there is no wait to bound. */
    const first = <A, E, R>(name: string, effect: Effect.Effect<A, E, R>) => {
      const turn = { gate: Semaphore.makeUnsafe(1), users: 1 }
      turns.set(name, turn)
      return Effect.ensuring(Effect.andThen(turn.gate.take(1), effect), leave(name, turn))
    }

    const next = <A, E, R>(name: string, turn: Turn, effect: Effect.Effect<A, E, R>) => {
      const deadline = Date.now() + WAIT_MS
      turn.users++
      return Effect.acquireUseRelease(
        Effect.interruptible(turn.gate.take(1)).pipe(Effect.timeoutOption(WAIT_MS)),
        (taken) => taken._tag === "Some" ? Effect.provideService(effect, Deadline, deadline) : Effect.succeed(undefined),
        (taken) => taken._tag === "Some" ? turn.gate.release(1) : Effect.void
      ).pipe(Effect.ensuring(Effect.sync(() => {
        if (--turn.users === 0) turns.delete(name)
      })))
    }

    /**
     * Lets one request per key run at a time in this process and gives the others their turn after it, so that a hundred
     * copies do not hold a hundred connections. `undefined` when the turn did not come within ten seconds.
     */
    const inTurn = <A, E, R>(key: string, effect: Effect.Effect<A, E, R>) =>
      Effect.flatMap(Caller, (caller) => {
        const name = `${caller.company_id} ${caller.mode} ${scoped(caller, key)}`
        const turn = turns.get(name)
        return turn === undefined ? first(name, effect) : next(name, turn, effect)
      })

    return {
      inTurn,
      /**
       * The first statement of a transaction, which names the company itself. What the key was used for in the last 24 hours,
       * having waited up to ten seconds for another process's request under it; from then on it is ours until the end.
       */
      earlier: Effect.fnUntraced(function*(key: string) {
        const caller = yield* Caller
        const { company_id, mode } = caller
        const left = Math.max(1, Math.min(WAIT_MS, (yield* Deadline) - Date.now()))
        const rows = yield* sql<StoredResponse & { readonly fingerprint: Uint8Array }>`
          select fingerprint, status, headers, body from claim_key(${company_id}::bigint, ${mode}, ${scoped(caller, key)}, ${left}::int)`
        return rows[0]
      }, Effect.catchIf(
        (error): error is SqlError.SqlError => SqlError.isSqlError(error) && error.reason._tag === "LockTimeoutError",
        () => new IdempotencyInFlight({ message: "The first request under this Idempotency-Key is still running." })
      ), orDieSql),
      /**
       * Keeps another response in place of the one that is kept, from now on: an update that leaves the time as it was is an erasure of
       * a person, which takes the fingerprint with it. What was erased meanwhile has another fingerprint, and stays.
       */
      replace: Effect.fnUntraced(function*({ fingerprint, key }: KeyedRequest, { body, headers, status }: StoredResponse) {
        const caller = yield* Caller
        yield* execute(sql`update idempotency_keys
          set status = ${status}, headers = ${JSON.stringify(headers)}::jsonb, body = ${body}, created_at = clock_timestamp()
          where company_id = ${caller.company_id} and mode = ${caller.mode} and key = ${scoped(caller, key)} and fingerprint = ${fingerprint}`)
      }),
      /** Statement that keeps the response. */
      keep: (
        caller: Caller["Service"], { fingerprint, key }: KeyedRequest, { body, headers, status }: StoredResponse
      ): Statement => [
        `insert into idempotency_keys (company_id, mode, key, fingerprint, status, headers, body)
         values ($1, $2, $3, $4, $5, $6::jsonb, $7)
         on conflict (company_id, mode, key) do update set fingerprint = excluded.fingerprint, status = excluded.status,
           headers = excluded.headers, body = excluded.body, created_at = now()`,
        [caller.company_id, caller.mode, scoped(caller, key), fingerprint, status, JSON.stringify(headers), body]
      ]
    }
  })
}) {
  static readonly layer = Layer.effect(Idempotency, Idempotency.make)
}
