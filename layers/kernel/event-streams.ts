import { randomUUID } from "node:crypto"
import { Context, Effect, FiberSet, Latch, Layer, Queue, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#schemas/kernel/tenancy"
import { SystemSql } from "../database/connections.ts"
import type { StoredResponse } from "./idempotency.ts"
import { inTenant } from "./sql.ts"
import { Tenancy } from "./tenancy.ts"

/** For how long a process that says nothing is taken to work on a stream still. */
const LEASE = "10 seconds"
const RENEW_EVERY = "3 seconds"

/** Pieces that are read at a time. */
const AT_ONCE = 100

/** An answer that is sent piece by piece, as it stands when somebody asks for it. */
export interface EventStream {
  readonly id: number
  readonly fingerprint: Uint8Array
  /** This process is to make it: nobody has begun, or whoever did has crashed. */
  readonly toMake: boolean
}

export interface Piece {
  readonly position: number
  /** JSON. */
  readonly data: string
}

interface Asked {
  readonly verb: string
  /** An Idempotency-Key: whoever asks again under it gets the same stream. */
  readonly key: string | undefined
  readonly fingerprint: Uint8Array
}

/**
 * Answers that are sent piece by piece, kept for a day, so that a client that comes back goes on where it was, at whichever process.
 * A process that makes one holds a lease; where that ends, the next that is asked goes on with what is there.
 */
export class EventStreams extends Context.Service<EventStreams>()("layers/EventStreams", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql
    const tenancy = yield* Tenancy
    const ofTenant = inTenant(sql)
    const worker = randomUUID()
    const fibers = yield* FiberSet.make<unknown, unknown>()
    const waiting = new Map<string, Set<Latch.Latch>>()
    let isListening = false

    const wake = (name: string) => waiting.get(name)?.forEach((told) => told.openUnsafe())
    const listen = Effect.gen(function*() {
      const changes = yield* system.listen("event_streams")
      isListening = true
      for (const name of waiting.keys()) wake(name)
      yield* Effect.forever(Effect.map(Queue.take(changes), ({ payload }) => wake(payload)))
    }).pipe(
      Effect.scoped,
      Effect.ensuring(Effect.sync(() => void (isListening = false))),
      Effect.exit,
      Effect.repeat(Schedule.spaced("1 second"))
    )
    yield* Effect.forkScoped(listen)

    const named = Effect.fnUntraced(function*(id: number) {
      return `${(yield* Caller).company_id}:${id}`
    })
    const tell = (id: number) => Effect.flatMap(named(id), (name) => sql`select pg_notify('event_streams', ${name})`)

    /** The stream under a key, or a new one. One that nobody makes any more is this process's from then on. */
    const open = ({ fingerprint, key, verb }: Asked) =>
      tenancy.transaction(Effect.gen(function*() {
        const { company_id, mode } = yield* Caller
        const livemode = mode === "live"
        if (key !== undefined) {
          yield* sql`update event_streams set key = null
            where ${ofTenant} and livemode = ${livemode} and key = ${key} and created_at < now() - interval '24 hours'`
        }
        const [made] = yield* sql<{ id: number }>`insert into event_streams (company_id, verb, livemode, key, fingerprint, worker, leased_until)
          values (${company_id}, ${verb}, ${livemode}, ${key ?? null}, ${fingerprint}, ${worker}, now() + ${LEASE}::interval)
          on conflict (company_id, livemode, key) where key is not null do nothing returning id`
        if (made !== undefined) return { id: made.id, fingerprint, toMake: true } satisfies EventStream
        const [known] = yield* sql<{ id: number }>`
          select id from event_streams where ${ofTenant} and livemode = ${livemode} and key = ${key!}`
        return (yield* taken(known!.id, verb))!
      }).pipe(Effect.orDie))

    const taken = Effect.fnUntraced(function*(id: number, verb: string) {
      const { mode } = yield* Caller
      const [known] = yield* sql<{ id: number; fingerprint: Uint8Array; left: boolean }>`
        select id, fingerprint, outcome is null and leased_until < now() as left from event_streams
        where ${ofTenant} and id = ${id} and verb = ${verb} and livemode = ${mode === "live"} for no key update`
      if (known === undefined) return undefined
      if (known.left) yield* sql`update event_streams set worker = ${worker}, leased_until = now() + ${LEASE}::interval where ${ofTenant} and id = ${id}`
      return { id, fingerprint: known.fingerprint, toMake: known.left } satisfies EventStream
    })

    /** Says that this process still works on it; false where another does by now. */
    const renew = (id: number, pieces: number) =>
      Effect.map(sql<object>`
        update event_streams set leased_until = now() + ${LEASE}::interval, pieces = greatest(pieces, ${pieces})
        where ${ofTenant} and id = ${id} and worker = ${worker} and outcome is null returning 1`, ({ length }) => length > 0)

    return {
      open,
      /** A stream that a client says it was reading. */
      known: (id: number, verb: string) => Effect.orDie(tenancy.transaction(Effect.orDie(taken(id, verb)))),
      /** Keeps pieces that follow the first `after`; false where another process makes the stream by now. */
      append: (id: number, after: number, pieces: ReadonlyArray<string>) =>
        tenancy.transaction(Effect.gen(function*() {
          if (!(yield* renew(id, after + pieces.length))) return false
          const { company_id } = yield* Caller
          yield* sql`insert into event_pieces (company_id, stream_id, position, data)
            select ${company_id}, ${id}, ${after} + n, data from unnest(${pieces}::text[]) with ordinality as given (data, n)`
          yield* tell(id)
          return true
        }).pipe(Effect.orDie)),
      /** Keeps how it ended. One that may be tried again gives its key back. */
      finish: (id: number, outcome: StoredResponse, again: boolean) =>
        tenancy.transaction(Effect.gen(function*() {
          yield* sql`update event_streams set outcome = ${JSON.stringify(outcome)}::jsonb, key = case when ${again} then null else key end
            where ${ofTenant} and id = ${id} and worker = ${worker}`
          yield* tell(id)
        }).pipe(Effect.orDie, Effect.asVoid)),
      /**
       * What follows the first `after` pieces, at most a hundred; how it ended, if it has and nothing follows these; and for how many
       * milliseconds somebody still works on it at least.
       */
      since: Effect.fnUntraced(function*(id: number, after: number) {
        const rows = yield* sql<{ outcome: StoredResponse | null; last: number; left: number; position: number | null; data: string | null }>`
          select s.outcome, s.pieces as last, extract(epoch from s.leased_until - now())::float8 * 1000 as left, p.position, p.data from event_streams s
          left join lateral (
            select position, data from event_pieces where company_id = s.company_id and stream_id = s.id and position > ${after}
            order by position limit ${AT_ONCE}) p on true
          where s.company_id = (select current_company()) and s.id = ${id} order by p.position`
        const pieces = rows.flatMap(({ data, position }): ReadonlyArray<Piece> => position === null ? [] : [{ position, data: data! }])
        const [{ last, left, outcome } = { last: 0, left: 0, outcome: null }] = rows
        const read = pieces.at(-1)?.position ?? after
        return { pieces, outcome: read >= last ? outcome ?? undefined : undefined, isGone: rows.length === 0, leaseMs: left }
      }, Effect.orDie),
      /** Waits until there may be more of it, for at most so many milliseconds. It misses nothing between two waits. */
      watch: Effect.fnUntraced(function*(id: number) {
        const name = yield* named(id)
        const told = yield* Latch.make(true)
        yield* Effect.acquireRelease(
          Effect.sync(() => {
            const all = waiting.get(name) ?? new Set()
            waiting.set(name, all.add(told))
          }),
          () => Effect.sync(() => {
            const all = waiting.get(name)
            all?.delete(told)
            if (all?.size === 0) waiting.delete(name)
          })
        )
        return {
          seen: told.close,
          wait: (ms: number) => Effect.timeoutOption(told.await, isListening ? ms : Math.min(ms, 1_000))
        }
      }),
      /** Works on a stream, whoever reads it, until the service stops; then it is left to others at once. */
      make: <A, E>(id: number, work: Effect.Effect<A, E, Caller>) =>
        Effect.gen(function*() {
          const context = yield* Effect.context<Caller>()
          const lease = Effect.forever(Effect.delay(Effect.orDie(tenancy.transaction(Effect.orDie(renew(id, 0)))), RENEW_EVERY))
          const given = Effect.orDie(tenancy.transaction(Effect.orDie(
            sql`update event_streams set leased_until = now() where ${ofTenant} and id = ${id} and worker = ${worker} and outcome is null`)))
          yield* FiberSet.run(fibers, Effect.provideContext(Effect.ensuring(Effect.raceFirst(work, lease), given), context))
        })
    }
  })
}) {
  static readonly layer = Layer.effect(EventStreams, EventStreams.make)
}
