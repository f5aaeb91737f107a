import { randomUUID } from "node:crypto"
import type { PgPool } from "@effect/sql-pg"
import { Deferred, Effect, Latch, Schedule } from "effect"
import type { SqlError } from "effect/sql"
import { positionOf, textOf } from "./positions.ts"

/** How soon after a company's last write the others are told that it is over. */
const SETTLE_EVERY = "50 millis"

/** How often the primary is asked how far its log is, where nobody asks it anyway. */
const LOOK_EVERY = "1 second"

/** How often rows of processes that are gone are put in order. */
const KEEP_EVERY = "30 seconds"

interface Told {
  readonly position: bigint
  readonly later: ReadonlySet<number>
}

interface Round {
  readonly over: Set<number>
  readonly begun: Set<number>
  readonly asked: Set<number>
  readonly answer: Deferred.Deferred<Told, SqlError.SqlError>
}

/** A company that this process wrote to, as long as a standby may lack it. */
interface Mark {
  writing: number
  /** The answer after which all processes know of it; none once its end was told. */
  known: Round["answer"] | undefined
  /** Where the log was after the last write. */
  position: bigint | undefined
}

interface Options {
  /** The primary: one connection, so that what is said arrives in order. */
  readonly pool: PgPool.PgPool
  /** How far the standby is, as far as that is known. */
  readonly replayed: () => bigint | undefined
  /** How far the log of the primary was when it answered. */
  readonly onPosition: (position: bigint) => void
}

/**
 * Whose writes a standby may lack. All processes of the database say on the primary whose write begins, before it is committed, and where
 * the log was when it was over; all that one has to say and to ask at a time goes in one round trip.
 */
export const companyWrites = Effect.fnUntraced(function*({ onPosition, pool, replayed }: Options) {
  const me = randomUUID()
  const marks = new Map<number, Mark>()
  const ended = new Set<number>()
  const isAsked = yield* Latch.make()
  let next: Round | undefined

  const round = (): Round => {
    const mine = next ??= { over: new Set(), begun: new Set(), asked: new Set(), answer: Deferred.makeUnsafe() }
    isAsked.openUnsafe()
    return mine
  }

  const exchanged = ({ asked, begun, over }: Round) =>
    Effect.map(
      pool.use((connection) => {
        const seen = replayed()
        return connection.query("select here, later from installation.exchange_writes($1, $2::bigint[], $3::bigint[], $4::bigint[], $5::pg_lsn)", [
          me, [...over], [...begun], [...asked], seen === undefined ? null : textOf(seen)
        ])
      }),
      ({ rows }): Told => {
        const { here, later } = rows[0] as { readonly here: string; readonly later: ReadonlyArray<number> }
        const position = positionOf(here)
        onPosition(position)
        return { position, later: new Set(later.map(Number)) }
      }
    )

  yield* Effect.forkScoped(Effect.forever(Effect.gen(function*() {
    yield* isAsked.await
    /* Whoever opened it has yet to say what it is about. */
    yield* Effect.yieldNow
    isAsked.closeUnsafe()
    const mine = next
    next = undefined
    if (mine !== undefined) yield* Deferred.complete(mine.answer, exchanged(mine))
  })))

  /** Others are told again where that failed: until then they take the write for one that goes on. */
  const settled = Effect.suspend(() => {
    const over = [...ended].filter((company) => marks.get(company)?.writing === 0)
    ended.clear()
    if (over.length === 0) return Effect.void
    const mine = round()
    for (const company of over) {
      mine.over.add(company)
      marks.get(company)!.known = undefined
    }
    return Effect.matchEffect(Deferred.await(mine.answer), {
      onFailure: () => Effect.sync(() => over.forEach((company) => ended.add(company))),
      onSuccess: ({ position }) => Effect.sync(() => {
        for (const company of over) {
          const mark = marks.get(company)
          if (mark?.writing === 0 && mark.known === undefined) mark.position = position
        }
      })
    })
  })
  const forgotten = Effect.sync(() => {
    const seen = replayed()
    if (seen === undefined) return
    for (const [company, { position }] of marks) if (position !== undefined && position <= seen) marks.delete(company)
  })
  yield* Effect.forkScoped(Effect.repeat(Effect.andThen(settled, forgotten), Schedule.spaced(SETTLE_EVERY)))
  yield* Effect.forkScoped(Effect.repeat(Effect.ignore(Effect.suspend(() => Deferred.await(round().answer))), Schedule.spaced(LOOK_EVERY)))
  yield* Effect.forkScoped(Effect.repeat(
    Effect.ignore(Effect.suspend(() => {
      const writing = [...marks].flatMap(([company, { known }]) => known === undefined ? [] : [company])
      return pool.use((connection) => connection.query("select installation.keep_writes($1, $2::bigint[])", [me, writing]))
    })),
    Schedule.spaced(KEEP_EVERY)
  ))

  const begun = (company: number): Effect.Effect<void, SqlError.SqlError> => {
    let mark = marks.get(company)
    if (mark === undefined) marks.set(company, mark = { writing: 0, known: undefined, position: undefined })
    mark.writing++
    mark.position = undefined
    if (mark.known === undefined) {
      const mine = round()
      mine.begun.add(company)
      mark.known = mine.answer
    }
    const { known } = mark
    const forget = Effect.sync(() => {
      if (mark.known === known) mark.known = undefined
    })
    return Effect.asVoid(Effect.tapError(Deferred.await(known), () => forget))
  }

  const over = (company: number) => {
    const mark = marks.get(company)
    if (mark !== undefined && --mark.writing === 0) ended.add(company)
  }

  return {
    /** Does what writes to the company once all processes know that it does. */
    writing: <A, E, R>(company: number, work: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
      Effect.suspend(() => Effect.ensuring(Effect.andThen(begun(company), work), Effect.sync(() => over(company)))),
    /** This process wrote to it, and the standby may lack that. */
    isOurs: (company: number): boolean => marks.has(company) && !isSeen(marks.get(company)!, replayed()),
    /** No process wrote to it what the standby lacks, as of now. */
    isSeenByAll: (company: number): Effect.Effect<boolean, SqlError.SqlError> =>
      Effect.suspend(() => {
        const mine = round()
        mine.asked.add(company)
        return Effect.map(Deferred.await(mine.answer), ({ later }) => !later.has(company))
      })
  }
})

const isSeen = ({ position, writing }: Mark, seen: bigint | undefined) => writing === 0 && position !== undefined && seen !== undefined && position <= seen
