import type { PgConnection, PgPool } from "@effect/sql-pg"
import { Effect } from "effect"
import type { SqlError } from "effect/sql"
import { LRUCache } from "lru-cache"
import type { FairLimit } from "./fair-limit.ts"

/** How long the statements of a company that were too slow for the shared connections are kept from them. */
const REMEMBERED_MS = 60_000

/** Statements of one company that may reach the limit of the shared connections in that time, before only those are let in that are known to be quick. */
const MOST_STALLS = 2

/** What a read counts for whose request was given up: the server goes on with it, and nobody learns how long it took. */
const ABANDONED = 0.1

const MOST_COMPANIES = 1_000
const MOST_STATEMENTS = 200

/** Of which it is kept that they were quick. */
const MOST_QUICK = { companies: 10_000, ofCompany: 500, statements: 5_000 }

/** What is known of a company whose statements held up others. */
interface History {
  until: number
  stalls: number
  readonly slow: LRUCache<string, true>
}

/** Which statements each company was seen to be quick with. Texts of statements are long: companies keep their numbers. */
const quickStatements = () => {
  const numbers = new LRUCache<string, number>({ max: MOST_QUICK.statements })
  const companies = new LRUCache<number, Set<number>>({ max: MOST_QUICK.companies })
  let last = 0
  return {
    has: (company: number, sql: string) => {
      const number = numbers.get(sql)
      return number !== undefined && companies.get(company)?.has(number) === true
    },
    add: (company: number, sql: string) => {
      let number = numbers.get(sql)
      if (number === undefined) numbers.set(sql, number = ++last)
      const known = companies.get(company)
      if (known === undefined || known.size >= MOST_QUICK.ofCompany) companies.set(company, new Set([number]))
      else known.add(number)
    },
    delete: (company: number, sql: string) => {
      const number = numbers.get(sql)
      if (number !== undefined) companies.get(company)?.delete(number)
    }
  }
}

interface Options {
  /** Connections on which statements of all companies follow each other. Each statement has a limit of `limit` milliseconds there. */
  readonly shared: PgPool.PgPool
  /** The same for what a company was not yet seen to be quick with: a new statement that is slow holds up only other new ones. */
  readonly untried: PgPool.PgPool
  readonly limit: number
  /** Where a statement gets a second chance: what reached the limit only because the machine was busy, would take longest where priority is low. */
  readonly spare: PgPool.PgPool
  readonly spareTurns: FairLimit<number>
  /** Connections for statements that take longer, each for one at a time. */
  readonly slow: PgPool.PgPool
  readonly turns: FairLimit<number>
  readonly onSlow: () => void
}

const isTooSlow = ({ reason }: SqlError.SqlError) => reason._tag === "StatementTimeoutError"

type Run<A> = (connection: PgConnection.PgConnection) => Effect.Effect<A, SqlError.SqlError>

/**
 * Reads of all companies. Each statement begins on a shared connection, under a time limit so short that nobody notices who
 * waits behind it, and apart from all others until it was once quick for its company; what reaches the limit is done again
 * on a connection of its own, in turn with other companies. A company whose statements reach the limit again and again
 * begins there with all but those that were seen to be quick.
 */
export const isolatedReads = ({ limit, onSlow, shared, slow, spare, spareTurns, turns, untried }: Options) => {
  const quick = quickStatements()
  const histories = new LRUCache<number, History>({ max: MOST_COMPANIES })

  const historyOf = (company: number, now: number) => {
    let history = histories.get(company)
    if (history === undefined || history.until < now) {
      history = { until: 0, stalls: 0, slow: new LRUCache({ max: MOST_STATEMENTS }) }
      histories.set(company, history)
    }
    history.until = now + REMEMBERED_MS
    return history
  }

  const stalled = (company: number, sql: string, now: number) => {
    const history = historyOf(company, now)
    history.stalls = Math.min(history.stalls + 1, MOST_STALLS + 1)
    history.slow.set(sql, true)
    quick.delete(company, sql)
  }

  /** What is quick on a connection of its own was held up by something else, and counts no more. */
  const wasQuick = (company: number, sql: string, afterStall: boolean) => {
    quick.add(company, sql)
    const history = histories.get(company)
    if (history === undefined) return
    if (afterStall) history.stalls--
    history.slow.delete(sql)
    if (history.stalls <= 0 && history.slow.size === 0) histories.delete(company)
  }

  const beginsShared = (company: number, sql: string, now: number) => {
    const history = histories.get(company)
    if (history === undefined) return true
    if (history.until < now) {
      histories.delete(company)
      return true
    }
    return !history.slow.has(sql) && (history.stalls < MOST_STALLS || quick.has(company, sql))
  }

  /** What is slow once more is tried on no connection of others for another while. */
  const timed = <A>(company: number, sql: string, run: Run<A>, afterStall: boolean): Run<A> => (connection) =>
    Effect.clockWith((clock) => {
      const began = clock.currentTimeMillisUnsafe()
      return Effect.onExit(run(connection), (exit) =>
        Effect.sync(() => {
          const now = clock.currentTimeMillisUnsafe()
          if (now - began > limit) stalled(company, sql, now)
          else if (exit._tag === "Success") wasQuick(company, sql, afterStall)
        }))
    })

  const alone = <A>(company: number, sql: string, run: Run<A>, afterStall: boolean) =>
    turns.use(company, slow.use(timed(company, sql, run, afterStall)))

  /** Not on the shared connections: first where it is soon seen whether it is slow at all, unless the company's were so again and again. */
  const again = <A>(company: number, sql: string, run: Run<A>, afterStall: boolean): Effect.Effect<A, SqlError.SqlError> => {
    const next = alone(company, sql, run, afterStall)
    if ((histories.get(company)?.stalls ?? 0) > MOST_STALLS) return next
    return Effect.catchIf(spareTurns.use(company, spare.use(timed(company, sql, run, afterStall))), isTooSlow, () => next)
  }

  return <A>(company: number, sql: string, run: Run<A>): Effect.Effect<A, SqlError.SqlError> =>
    Effect.clockWith((clock) => {
      if (!beginsShared(company, sql, clock.currentTimeMillisUnsafe())) return again(company, sql, run, false)
      const sent = quick.has(company, sql) ? shared.use(run) : Effect.tap(untried.use(run), () => Effect.sync(() => quick.add(company, sql)))
      return sent.pipe(
        Effect.onInterrupt(() =>
          Effect.sync(() => void (historyOf(company, clock.currentTimeMillisUnsafe()).stalls += ABANDONED))),
        Effect.catchIf(isTooSlow, () => {
          onSlow()
          stalled(company, sql, clock.currentTimeMillisUnsafe())
          return again(company, sql, run, true)
        })
      )
    })
}
