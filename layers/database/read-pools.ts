import { availableParallelism } from "node:os"
import { type PgConnection, PgPool } from "@effect/sql-pg"
import { Effect } from "effect"
import type { SqlError } from "effect/sql"
import { FairLimit } from "./fair-limit.ts"
import type { Login } from "./logins.ts"
import { lowered } from "./priority.ts"
import { isolatedReads } from "./reads.ts"
import { ofRequests, session } from "./sessions.ts"

/** Sends a statement of a company on one of the connections that its reads may use. */
export type SharedReads = <A>(
  company: number, sql: string, run: (connection: PgConnection.PgConnection) => Effect.Effect<A, SqlError.SqlError>
) => Effect.Effect<A, SqlError.SqlError>

/** Milliseconds that a read may take on the connections that all companies share, when it is given a second chance, and on one of its own. */
const SHARED_READ_MS = 100
const SPARE_READ_MS = 400
const SLOW_READ_MS = 5_000

/** Second chances at a time; a company has one. */
const SPARE_READS = 2

/**
 * Slow reads at a time; of one company at most two. They never run on more than one processor each, and leave one free where the
 * server shares the machine with us: priorities do not hold between sessions (sched(7), autogroup).
 */
const SLOW_READS = 4
const slowReadsAtATime = (own: boolean) => own ? Math.max(1, Math.min(SLOW_READS, availableParallelism() - 1)) : SLOW_READS

/** Connections that reads share: few, since statements of many requests then share a socket write, which costs more than the statement itself. */
export const readersOf = (connections: number): number => Math.max(1, Math.min(availableParallelism(), Math.floor(connections / 2)))

interface Options {
  readonly connections: number
  /** The server is ours, on this machine. */
  readonly own: boolean
}

/** All connections of a process for the reads of its requests from one server, each opened when it is first needed. */
export const readPools = Effect.fnUntraced(function*(login: Login, { connections, own }: Options) {
  const config = session(login, "service", ofRequests)
  const limited = (ms: number) => ({ ...config, startupParameters: { ...config.startupParameters, statement_timeout: String(ms) } })
  const manyAtOnce = { ...limited(SHARED_READ_MS), maxConnections: readersOf(connections), multiplex: true, multiplexConcurrency: 32 }
  const shared = yield* PgPool.make(manyAtOnce)
  const untried = yield* PgPool.make({ ...manyAtOnce, applicationName: "service new reads" })
  const alone = limited(SLOW_READ_MS)
  const slow = yield* PgPool.make({
    ...alone,
    applicationName: "service slow reads",
    maxConnections: slowReadsAtATime(own),
    startupParameters: { ...alone.startupParameters, max_parallel_workers_per_gather: "0" }
  })
  const spare = yield* PgPool.make({ ...limited(SPARE_READ_MS), applicationName: "service spare reads", maxConnections: SPARE_READS })
  const turns = new FairLimit<number>({
    permits: slowReadsAtATime(own), perKey: 2, reserved: slowReadsAtATime(own) > 2 ? 1 : 0, waiting: 200, maxWaitMs: 10_000
  })
  const spareTurns = new FairLimit<number>({ permits: SPARE_READS, perKey: 1, reserved: 0, waiting: 200, maxWaitMs: 10_000 })
  let slowReads = 0
  const reads: SharedReads = isolatedReads({
    shared, untried, limit: SHARED_READ_MS, spare, spareTurns, slow: lowered(own, slow), turns, onSlow: () => void slowReads++
  })
  return { reads, slowReads: () => slowReads, waiting: () => turns.waiting }
})
