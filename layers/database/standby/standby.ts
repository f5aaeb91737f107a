import { PgPool } from "@effect/sql-pg"
import { Context, Effect, Fiber } from "effect"
import type { SqlError } from "effect/sql"
import { LRUCache } from "lru-cache"
import { orDieSql } from "../../kernel/sql.ts"
import { isTooExpensive } from "../problem.ts"
import type { SharedReads } from "../read-pools.ts"
import { companyWrites } from "./company-writes.ts"
import { replay } from "./replay.ts"

/** A request that only reads, while it does. */
interface Reading {
  /** It has written after all, or the standby failed it: the primary answers what is left of it. */
  ended: boolean
  /** When it was last found that its company has nothing that the standby lacks. */
  seenAt: number
}

/** Set for what may be told what was so a moment ago, as long as it is not about what its own company wrote since. */
const MayLag = Context.Reference<Reading | undefined>("layers/database/MayLag", { defaultValue: () => undefined })

/** For so many milliseconds it is believed within one request that others wrote nothing. */
const BELIEVED_MS = 1_000

/** Statements that write within a read, which a standby refuses. */
const MOST_WRITING = 1_000
const READ_ONLY = "25006"

/** What is told of it to operators. */
export interface StandbyState {
  readonly usable: boolean
  readonly lag: { readonly seconds: number; readonly bytes: number } | undefined
  /** Statements so far that may lag: those that the standby answered, and those that went to the primary all the same. */
  readonly there: number
  readonly here: number
}

/** Reads that may lag go to a standby where `DATABASE_READ_URL` names one. */
export const Standby = Context.Reference<{
  /** Does what only reads for a company. */
  readonly reading: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Does what may write for a company: from now on all processes read what is the company's from the primary, until the standby has it. */
  readonly writing: <A, E, R>(company: number, work: Effect.Effect<A, E, R>) => Effect.Effect<A, Exclude<E, SqlError.SqlError>, R>
  readonly state: (() => StandbyState) | undefined
}>("layers/database/Standby", { defaultValue: () => ({ reading: (work) => work, writing: (_, work) => orDieSql(work), state: undefined }) })

interface Options {
  /** One connection to the primary, and one to the standby, that nothing else uses. */
  readonly told: PgPool.PgPool
  readonly asked: PgPool.PgPool
  readonly here: SharedReads
  readonly there: SharedReads
}

/** The result of what may never end, or its failure where `end` fails first: nothing waits for a line that passes nothing. */
const until = <A>(work: Effect.Effect<A, SqlError.SqlError>, end: Effect.Effect<never, SqlError.SqlError>) =>
  Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(Effect.forkDetach(Effect.interruptible(work), { startImmediately: true }), (fiber) =>
      restore(Effect.raceFirst(Fiber.join(fiber), end)).pipe(Effect.onExit((exit) =>
        Effect.sync(() => {
          if (exit._tag === "Failure") fiber.interruptUnsafe()
        })))))

/**
 * Reads of a primary that has a standby: what may lag, and whose company has written nothing that the standby lacks, is answered there, as long as the
 * standby answers. Whatever it refuses is asked of the primary, but for what takes too long.
 */
export const withStandby = Effect.fnUntraced(function*({ asked, here, there, told }: Options) {
  const follows = yield* replay(told, asked)
  const writes = yield* companyWrites({ pool: told, replayed: follows.replayed, onPosition: follows.onPosition })
  const writing = new LRUCache<string, true>({ max: MOST_WRITING })
  const counts = { there: 0, here: 0 }

  const maySee = (company: number, reading: Reading) => {
    if (reading.ended || !follows.isUsable() || writes.isOurs(company)) return Effect.succeed(false)
    const now = performance.now()
    if (now - reading.seenAt < BELIEVED_MS) return Effect.succeed(true)
    return Effect.map(Effect.orElseSucceed(writes.isSeenByAll(company), () => false), (seen) => {
      if (seen) reading.seenAt = now
      return seen && follows.isUsable()
    })
  }

  const reads: SharedReads = (company, sql, run) =>
    Effect.withFiber((fiber) => {
      const reading = fiber.getRef(MayLag)
      if (reading === undefined) return here(company, sql, run)
      return Effect.flatMap(writing.has(sql) ? Effect.succeed(false) : maySee(company, reading), (seen) => {
        if (!seen) {
          counts.here++
          return here(company, sql, run)
        }
        counts.there++
        return Effect.catchIf(until(there(company, sql, run), follows.end), (error) => !isTooExpensive(error), (error) => {
          if ((error.reason.cause as { readonly code?: string } | undefined)?.code === READ_ONLY) writing.set(sql, true)
          reading.ended = true
          counts.there--
          counts.here++
          return here(company, sql, run)
        })
      })
    })

  return {
    reads,
    /** Does what may write for a company once all processes know that it does. */
    transactions: <A, E, R>(company: number, work: Effect.Effect<A, E, R>) =>
      Effect.withFiber<A, E | SqlError.SqlError, R>((fiber) => {
        const reading = fiber.getRef(MayLag)
        if (reading !== undefined) reading.ended = true
        return company === 0 ? work : writes.writing(company, work)
      }),
    standby: Standby.of({
      reading: (work) => Effect.suspend(() => Effect.provideService(work, MayLag, { ended: false, seenAt: -Infinity })),
      writing: (company, work) => orDieSql(writes.writing(company, work)),
      state: () => ({ usable: follows.isUsable(), lag: follows.lag(), ...counts })
    })
  }
})
