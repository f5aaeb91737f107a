import { PgClient, PgPool } from "@effect/sql-pg"
import { Context, Effect, Layer, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import { tenantConnection, currentCompany, NO_COMPANY, plain } from "./tenant-connection.ts"
import { cannotConnect, isConnectionProblem, refusedBy } from "./problem.ts"
import { FairLimit } from "./fair-limit.ts"
import { lowered } from "./priority.ts"
import { readersOf, readPools } from "./read-pools.ts"
import { ofJobs, ofRequests, ofSystem, onStandby, session } from "./sessions.ts"
import { Standby, withStandby } from "./standby/standby.ts"
import { engineSql } from "../workflows/engine-sql.ts"
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

/** Milliseconds that a statement of a transaction may take. */
const WRITE_MS = 30_000

/** Transactions at a time that nobody waits for. */
const BACKGROUND = 3

/** Connections for requests, where nobody says how many. */
const CONNECTIONS = 16

/** Connections for transactions beyond those that are meant to be used: only a company that has none at work gets one of them. */
const RESERVED_WRITES = 8

/** The database as its owner: migrations and nothing else. */
export const owner = (url: Redacted.Redacted) => PgClient.layer({ url, types, maxConnections: 1, applicationName: "service owner" })

/**
 * What requests use: reads share a few connections, statement by statement, as long as they are quick; each transaction has
 * one to itself. All are `service_app`, which owns nothing and can become nobody else, so that no policy can be skipped.
 */
const application = (login: Login, system: Login, { connections = CONNECTIONS, own = false, standby }: Options) => {
  const base = session(login, "service", ofRequests)
  const config = { ...base, startupParameters: { ...base.startupParameters, statement_timeout: String(WRITE_MS) } }
  const writers = Math.max(1, connections - readersOf(connections))

  return Layer.effectContext(Effect.gen(function*() {
    const primary = yield* readPools(login, { connections, own })
    const writes = yield* PgPool.make({
      ...config, maxConnections: writers + RESERVED_WRITES, multiplex: true, multiplexConcurrency: 1
    })
    const writeTurns = new FairLimit<number>({
      permits: writers + RESERVED_WRITES, perKey: writers, reserved: RESERVED_WRITES, waiting: 1_000, maxWaitMs: 10_000
    })
    const background = lowered(own, yield* PgPool.make({
      ...config, applicationName: "service background", maxConnections: BACKGROUND, multiplex: true, multiplexConcurrency: 1
    }))
    const backgroundTurns = new FairLimit<number>({ permits: BACKGROUND, perKey: 2, reserved: 1, waiting: 1_000, maxWaitMs: 15_000 })
    const followed = standby === undefined ? undefined : yield* withStandby({
      told: yield* PgPool.make({ ...session(system, "service standby", ofSystem), maxConnections: 1, multiplex: true, multiplexConcurrency: 8 }),
      asked: yield* PgPool.make({ ...session(onStandby(login, standby), "service standby", ofSystem), maxConnections: 1 }),
      here: primary.reads,
      there: (yield* readPools(onStandby(login, standby), { connections, own: false })).reads
    })
    const reads = tenantConnection(followed?.reads ?? primary.reads)
    const writePool: PgPool.PgPool = {
      ...writes,
      use: (f) =>
        Effect.withFiber((fiber) => {
          const company = currentCompany(fiber.context) ?? NO_COMPANY
          const leased = fiber.getRef(InBackground) ? backgroundTurns.use(company, background.use(f)) : writeTurns.use(company, writes.use(f))
          return followed === undefined ? leased : followed.transactions(company, leased)
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
        slowReads: primary.slowReads,
        slowReadsWaiting: primary.waiting
      }),
      (context) => followed === undefined ? context : Context.add(context, Standby, followed.standby)
    )
  })).pipe(Layer.provide(Reactivity.layer))
}

/** Two listen: for endpoints and for what is due to them. What listens for changes of access has one of its own besides. */
const SYSTEM = 6
const JOBS = 3

/**
 * The engine has its share of the number of connections for requests. One holds the locks of the shards; seven more at work did not
 * start more runs a second on two cores, fewer made bursts of timers wait.
 */
const ofEngine = (connections: number) => Math.min(8, Math.max(4, Math.ceil(connections / 2)))

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
  /** A standby, for reads that may lag. */
  readonly standby?: Redacted.Redacted | undefined
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
      application(logins.app, logins.system, options), system(logins.system), jobs(logins.system, options),
      engineSql(logins.system, ofEngine(options.connections ?? CONNECTIONS)), Layer.succeed(Installation, logins.installation)
    )))
