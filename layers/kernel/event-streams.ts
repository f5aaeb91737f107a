import { randomUUID } from "node:crypto"
import { Context, Effect, type Fiber, FiberSet, Layer, Queue, Schedule } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { RateLimitExceeded } from "#schemas/kernel/errors"
import { Caller, streamsAtOnce } from "#schemas/kernel/tenancy"
import { SystemSql } from "../database/connections.ts"
import { countForLimit } from "./company-lock.ts"
import { ServiceConfig } from "./config.ts"
import { followers } from "./event-followers.ts"
import type { StoredResponse } from "./idempotency.ts"
import { inTenant } from "./sql.ts"
import { Tenancy } from "./tenancy.ts"

/** For how long a process that says nothing is taken to work on a stream still. */
const LEASE = "10 seconds"
const RENEW_EVERY = "3 seconds"

/** Milliseconds for which one is made at most. */
export const MOST_MS = 600_000

/** Pieces that are read at a time, and bytes of them after which no more are: a reader who stops holds as many. */
const AT_ONCE = 100
const BYTES_AT_ONCE = 65_536

/** Readers in one process, for each stream that a company may have made at a time. */
const READERS_EACH = 4

/** How exactly waits for more of a stream end. */
const TICK = "250 millis"

const RETRY_S = 5

const tooMany = (what: string, most: number) =>
  new RateLimitExceeded({ message: `No more than ${most} answers at a time are ${what}; try again when one of them has ended.`, retry_after: RETRY_S })

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

/** A stream that this process makes. */
interface Made {
  readonly company: number
  readonly id: number
  readonly lateAt: number
  readonly fiber: Fiber.Fiber<unknown, unknown>
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
    const { companyRateLimit } = yield* ServiceConfig
    const making = new Map<number, Made>()
    const waiting = followers()
    let isListening = false
    let isStopping = false

    /** Of all that this process makes, in one statement. What is locked is being renewed, or ended, by itself. */
    const leaseAll = (until: string) =>
      Effect.suspend((): Effect.Effect<unknown, SqlError.SqlError> => {
        if (making.size === 0) return Effect.void
        const all = [...making.values()]
        return system`update event_streams s set leased_until = now() + ${until}::interval
          from (
            select company_id, id from event_streams
            where (company_id, id) in (select * from unnest(${all.map(({ company }) => company)}::bigint[], ${all.map(({ id }) => id)}::bigint[]))
              and worker = ${worker} and outcome is null
            for no key update skip locked
          ) ours where s.company_id = ours.company_id and s.id = ours.id`
      }).pipe(Effect.tapCause((cause) => Effect.logWarning("leases of streams were not renewed", cause)), Effect.exit)

    /* When the service stops, others may go on at once. */
    yield* Effect.addFinalizer(() => leaseAll("0"))
    const fibers = yield* FiberSet.make<unknown, unknown>()
    yield* Effect.addFinalizer(() => Effect.sync(() => void (isStopping = true)))
    yield* Effect.forkScoped(Effect.repeat(Effect.suspend(() => {
      const now = performance.now()
      for (const { fiber, lateAt } of making.values()) if (now >= lateAt) fiber.interruptUnsafe()
      return leaseAll(LEASE)
    }), Schedule.spaced(RENEW_EVERY)))
    yield* Effect.forkScoped(Effect.repeat(Effect.sync(waiting.tick), Schedule.spaced(TICK)))

    const listen = Effect.gen(function*() {
      const changes = yield* system.listen("event_streams")
      isListening = true
      waiting.wakeAll()
      yield* Effect.forever(Effect.map(Queue.take(changes), ({ payload }) => waiting.wake(payload)))
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

    const keyed = Effect.fnUntraced(function*(key: string, livemode: boolean, verb: string) {
      const [known] = yield* sql<{ id: number; verb: string; fingerprint: Uint8Array }>`
        select id, verb, fingerprint from event_streams where ${ofTenant} and livemode = ${livemode} and key = ${key}`
      /* That of another verb tells by its fingerprint that the key is in use. */
      return known && (known.verb === verb ? yield* taken(known.id, verb) : { id: known.id, fingerprint: known.fingerprint, toMake: false } satisfies EventStream)
    })

    const mostOf = ({ tier }: Caller["Service"]) => streamsAtOnce(tier, companyRateLimit)

    /** The stream under a key, or a new one. One that nobody makes any more is this process's from then on. */
    const open = Effect.fnUntraced(function*({ fingerprint, key, verb }: Asked) {
      const caller = yield* Caller
      const { company_id, credential, mode } = caller
      const livemode = mode === "live"
      const byVisitor = credential === "visitor"
      const opened = yield* tenancy.transaction(Effect.gen(function*() {
        if (key !== undefined) {
          yield* sql`update event_streams set key = null
            where ${ofTenant} and livemode = ${livemode} and key = ${key} and created_at < now() - interval '24 hours'`
          const known = yield* keyed(key, livemode, verb)
          if (known !== undefined) return known
        }
        /* Visitors have as many as the company has for itself, and apart from those. */
        const under = yield* countForLimit(sql, "event_streams",
          sql`event_streams where ${ofTenant} and by_visitor = ${byVisitor} and outcome is null and leased_until > now()`)
        if (under >= mostOf(caller)) return undefined
        const [made] = yield* sql<{ id: number }>`insert into event_streams (company_id, verb, livemode, key, fingerprint, worker, leased_until, by_visitor)
          values (${company_id}, ${verb}, ${livemode}, ${key ?? null}, ${fingerprint}, ${worker}, now() + ${LEASE}::interval, ${byVisitor})
          on conflict (company_id, livemode, key) where key is not null do nothing returning id`
        if (made !== undefined) return { id: made.id, fingerprint, toMake: true } satisfies EventStream
        return (yield* keyed(key!, livemode, verb))!
      }).pipe(Effect.orDie))
      return opened ?? (yield* tooMany("made for a company", mostOf(caller)))
    })

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
      /** Fails where too many of the caller's company follow streams in this process. */
      mayFollow: Effect.flatMap(Caller, (caller) => {
        const most = READERS_EACH * mostOf(caller)
        return waiting.of(caller.company_id) < most ? Effect.void : Effect.fail(tooMany("followed by a company", most))
      }),
      /** Whether this process still makes the stream; until the transaction in progress ends, no other does. */
      held: (id: number) => Effect.orDie(renew(id, 0)),
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
       * What follows the first `after` pieces, as many as are read at a time; how it ended, if it has and nothing follows these; and for how many
       * milliseconds somebody still works on it at least.
       */
      since: Effect.fnUntraced(function*(id: number, after: number) {
        const rows = yield* sql<{ outcome: StoredResponse | null; last: number; left: number; position: number | null; data: string | null }>`
          select s.outcome, s.pieces as last, extract(epoch from s.leased_until - now())::float8 * 1000 as left, p.position, p.data from event_streams s
          left join lateral (
            select position, data from (
              select position, data, sum(octet_length(data)) over (order by position) - octet_length(data) as before
              from event_pieces where company_id = s.company_id and stream_id = s.id and position > ${after} order by position limit ${AT_ONCE}) sized
            where before < ${BYTES_AT_ONCE}) p on true
          where s.company_id = (select current_company()) and s.id = ${id} order by p.position`
        const pieces = rows.flatMap(({ data, position }): ReadonlyArray<Piece> => position === null ? [] : [{ position, data: data! }])
        const [{ last, left, outcome } = { last: 0, left: 0, outcome: null }] = rows
        const read = pieces.at(-1)?.position ?? after
        return { pieces, outcome: read >= last ? outcome ?? undefined : undefined, isGone: rows.length === 0, leaseMs: left }
      }, Effect.orDie),
      /** Lets wait until there may be more of it, for at most so many milliseconds, while the scope lasts. */
      follow: Effect.fnUntraced(function*(id: number) {
        const { seen, wait } = yield* waiting.follow((yield* Caller).company_id, yield* named(id))
        return { seen, wait: (ms: number) => wait(isListening ? ms : Math.min(ms, 1_000)) }
      }),
      /** Works on a stream, whoever reads it, for at most `MOST_MS` or until the service stops; then it is left to others at once. */
      make: <A, E, R>(id: number, work: Effect.Effect<A, E, R>) =>
        Effect.gen(function*() {
          const { company_id } = yield* Caller
          const ended = Effect.sync(() => isStopping || making.delete(id))
          const fiber = yield* FiberSet.run(fibers, Effect.ensuring(work, ended), { startImmediately: false })
          making.set(id, { company: company_id, id, lateAt: performance.now() + MOST_MS, fiber })
        })
    }
  })
}) {
  static readonly layer = Layer.effect(EventStreams, EventStreams.make)
}
