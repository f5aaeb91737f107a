import { availableParallelism } from "node:os"
import { PgClient, PgPool } from "@effect/sql-pg"
import { Context, Effect, Layer, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import { tenantConnection, currentCompany, NO_COMPANY, plain } from "./tenant-connection.ts"
import { cannotConnect, isConnectionProblem, refusedBy } from "./problem.ts"
import { FairLimit } from "./fair-limit.ts"
import { lowered } from "./priority.ts"
import { isolatedReads } from "./reads.ts"
import { engineSql, STANDSTILL } from "../workflows/engine-sql.ts"
import { Installation } from "../kernel/installation/installation.ts"
import { checkedLogin } from "./login-checks.ts"
import { type Login, logins } from "./logins.ts"
import { types } from "./postgres-types.ts"

/** Connections for transactions: each is one holder's alone, and what it sends at once shares a round trip, in order. */
export class WritePool extends Context.Service<WritePool, PgPool.PgPool>()("layers/database/WritePool") {}

/**
 * The client of what crosses companies and must be quick, like signing in. It is `service_system`, which sees only what it
 * was granted.
 */
export class SystemSql extends Context.Service<SystemSql, PgClient.PgClient>()("layers/database/SystemSql") {}

/** The same for background jobs, which may take their time. */
export class JobsSql extends Context.Service<JobsSql, SqlClient.SqlClient>()("layers/database/JobsSql") {}

/** Whether transactions are work that nobody waits for: they then share few connections of low priority. */
export const InBackground = Context.Reference<boolean>("layers/database/InBackground", { defaultValue: () => false })

/** Connections in use and waiting, for the metrics. */
export class PoolStatus extends Context.Service<PoolStatus, {
  readonly size: number
  readonly leased: () => number
  readonly waiting: () => number
  /** Reads so far that were too slow for the shared connections. */
  readonly slowReads: () => number
  readonly slowReadsWaiting: () => number
}>()("layers/database/PoolStatus") {}

/**
 * Plans are made once a statement: the company is never a constant to the planner, so planning again for each page size
 * costs three times the read and learns nothing. A plan made while a table was still empty would read it whole and be kept
 * while it grows, so indexes are preferred: each begins with the company.
 */
const ofRequests = { plan_cache_mode: "force_generic_plan", enable_seqscan: "off", ...STANDSTILL }

/** Milliseconds that a read may take on the connections that all companies share, when it is given a second chance, and on one of its own. */
const SHARED_READ_MS = 100
const SPARE_READ_MS = 400
export const SLOW_READ_MS = 5_000

/** Milliseconds that a statement of a transaction may take. */
const WRITE_MS = 30_000

/** Second chances at a time; a company has one. */
const SPARE_READS = 2

/**
 * Slow reads at a time; of one company at most two. They never run on more than one processor each, and leave one free where the
 * server shares the machine with us: priorities do not hold between sessions (sched(7), autogroup).
 */
const SLOW_READS = 4
const slowReadsAtATime = (own: boolean) => own ? Math.max(1, Math.min(SLOW_READS, availableParallelism() - 1)) : SLOW_READS

/** Transactions at a time that nobody waits for. */
const BACKGROUND = 3

/** Connections for transactions beyond those that are meant to be used: only a company that has none at work gets one of them. */
const RESERVED_WRITES = 8

/** Jobs take their work by the batch, whose size is worth planning for. Requests need the processors more than they do. */
const ofJobs = { statement_timeout: "60000", max_parallel_workers_per_gather: "0", ...STANDSTILL }

const ofSystem = { statement_timeout: "10000", ...STANDSTILL }

const session = ({ password, url, username }: Login, applicationName: string, settings: Readonly<Record<string, string>>) =>
  ({ url, username, password, types, applicationName, startupParameters: settings, connectTimeout: "5 seconds" }) as const

/** The database as its owner: migrations and nothing else. */
export const owner = (url: Redacted.Redacted) => PgClient.layer({ url, types, maxConnections: 1, applicationName: "service owner" })

/**
 * What requests use: reads share a few connections, statement by statement, as long as they are quick; each transaction has
 * one to itself. All are `service_app`, which owns nothing and can become nobody else, so that no policy can be skipped.
 */
const application = (login: Login, { connections = 16, own = false }: Options) => {
  const config = session(login, "service", ofRequests)
  const limited = (ms: number) => ({ ...config, startupParameters: { ...config.startupParameters, statement_timeout: String(ms) } })
  /* Few readers: statements of many requests then share a socket write, which costs more than the statement itself. */
  const readers = Math.max(1, Math.min(availableParallelism(), Math.floor(connections / 2)))
  const writers = Math.max(1, connections - readers)

  return Layer.effectContext(Effect.gen(function*() {
    const shared = yield* PgPool.make({ ...limited(SHARED_READ_MS), maxConnections: readers, multiplex: true, multiplexConcurrency: 32 })
    const alone = limited(SLOW_READ_MS)
    const slow = yield* PgPool.make({
      ...alone,
      applicationName: "service slow reads",
      maxConnections: slowReadsAtATime(own),
      startupParameters: { ...alone.startupParameters, max_parallel_workers_per_gather: "0" }
    })
    const spare = yield* PgPool.make({ ...limited(SPARE_READ_MS), applicationName: "service spare reads", maxConnections: SPARE_READS })
    const writes = yield* PgPool.make({
      ...limited(WRITE_MS), maxConnections: writers + RESERVED_WRITES, multiplex: true, multiplexConcurrency: 1
    })
    const slowTurns = new FairLimit<number>({
      permits: slowReadsAtATime(own), perKey: 2, reserved: slowReadsAtATime(own) > 2 ? 1 : 0, waiting: 200, maxWaitMs: 10_000
    })
    const spareTurns = new FairLimit<number>({ permits: SPARE_READS, perKey: 1, reserved: 0, waiting: 200, maxWaitMs: 10_000 })
    const writeTurns = new FairLimit<number>({
      permits: writers + RESERVED_WRITES, perKey: writers, reserved: RESERVED_WRITES, waiting: 1_000, maxWaitMs: 10_000
    })
    const background = lowered(own, yield* PgPool.make({
      ...limited(WRITE_MS), applicationName: "service background", maxConnections: BACKGROUND, multiplex: true, multiplexConcurrency: 1
    }))
    const backgroundTurns = new FairLimit<number>({ permits: BACKGROUND, perKey: 2, reserved: 1, waiting: 1_000, maxWaitMs: 15_000 })
    let slowReads = 0
    const reads = tenantConnection(isolatedReads({
      shared,
      limit: SHARED_READ_MS,
      spare,
      spareTurns,
      slow: lowered(own, slow),
      turns: slowTurns,
      onSlow: () => void slowReads++
    }))
    const writePool: PgPool.PgPool = {
      ...writes,
      use: (f) =>
        Effect.withFiber((fiber) => {
          const company = currentCompany(fiber.context) ?? NO_COMPANY
          return fiber.getRef(InBackground) ? backgroundTurns.use(company, background.use(f)) : writeTurns.use(company, writes.use(f))
        })
    }
    const client = yield* SqlClient.make({
      acquirer: Effect.succeed(reads),
      borrower: (f) => f(reads),
      transactionAcquirer: Effect.map(writes.reserve, plain),
      compiler: PgClient.makeCompiler(),
      driver: "pg",
      spanAttributes: []
    })
    return Context.make(SqlClient.SqlClient, client).pipe(
      Context.add(WritePool, writePool),
      Context.add(PoolStatus, {
        size: writers,
        leased: () => writeTurns.used,
        waiting: () => writeTurns.waiting,
        slowReads: () => slowReads,
        slowReadsWaiting: () => slowTurns.waiting
      })
    )
  })).pipe(Layer.provide(Reactivity.layer))
}

/** Two listen: for endpoints and for what is due to them. What listens for changes of access has one of its own besides. */
const SYSTEM = 6
const JOBS = 3

const system = (login: Login) =>
  Layer.effect(
    SystemSql,
    PgClient.make({ ...session(login, "service system", ofSystem), maxConnections: SYSTEM })
  ).pipe(Layer.provide(Reactivity.layer))

const jobs = (login: Login, { own = false }: Options) =>
  Layer.effect(JobsSql, Effect.gen(function*() {
    const pool = lowered(own, yield* PgPool.make({ ...session(login, "service jobs", ofJobs), maxConnections: JOBS }))
    return yield* SqlClient.make({
      acquirer: Effect.map(pool.get, plain),
      borrower: (f) => pool.use((connection) => f(plain(connection))),
      transactionAcquirer: Effect.map(pool.reserve, plain),
      compiler: PgClient.makeCompiler(),
      driver: "pg",
      spanAttributes: []
    })
  })).pipe(Layer.provide(Reactivity.layer))

interface Options {
  /** Connections for requests. */
  readonly connections?: number
  /** The server is ours, on this machine. */
  readonly own?: boolean
}

const ACCOUNTS = "make the accounts that the service connects with, for which DATABASE_APP_URL and DATABASE_SYSTEM_URL can name others"

/** The owner's connection makes the accounts of all others, and is closed before they are used. */
const accounts = Effect.fnUntraced(function*(url: Redacted.Redacted) {
  const made = yield* logins(url).pipe(
    Effect.provide(owner(url)),
    Effect.mapError((error) => isConnectionProblem(error) ? cannotConnect(url)(error) : refusedBy(url, ACCOUNTS)(error))
  )
  yield* Effect.all([checkedLogin(made.app, made.place), checkedLogin(made.system, made.place)], { concurrency: 2, discard: true })
  return made
})

/** Every connection the service makes to the database of this owner, once it is up to date. */
export const database = (url: Redacted.Redacted, options: Options = {}) =>
  Layer.unwrap(Effect.map(accounts(url), (logins) =>
    Layer.mergeAll(
      application(logins.app, options), system(logins.system), jobs(logins.system, options), engineSql(logins.system),
      Layer.succeed(Installation, logins.installation)
    )))
