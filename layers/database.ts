import { availableParallelism } from "node:os"
import { PgClient, PgPool } from "@effect/sql-pg"
import { Context, Effect, Layer, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import { confined, currentCompany, plain } from "./confined.ts"
import { cannotConnect, isConnectionProblem, refusedBy } from "./database-problem.ts"
import { engineSql, STANDSTILL } from "./engine/engine-sql.ts"
import { fairPlaces } from "./fair-places.ts"
import { Installation } from "./installation.ts"
import { checkedLogin } from "./login-checks.ts"
import { type Login, logins } from "./logins.ts"
import { types } from "./postgres-types.ts"

/** Connections for transactions: each is one holder's alone, and what it sends at once shares a round trip, in order. */
export class Leases extends Context.Service<Leases, PgPool.PgPool>()("layers/database/Leases") {}

/** The client of chores that cross companies. It is `service_system`, which sees only what a chore was granted. */
export class SystemSql extends Context.Service<SystemSql, PgClient.PgClient>()("layers/database/SystemSql") {}

/** Connections in use and waiting, for the metrics. */
export class PoolStatus extends Context.Service<PoolStatus, {
  readonly size: number
  readonly leased: () => number
  readonly waiting: () => number
}>()("layers/database/PoolStatus") {}

/**
 * Plans are made once a statement: the company is never a constant to the planner, so planning again for each page size
 * costs three times the read and learns nothing. A plan made while a table was still empty would read it whole and be kept
 * while it grows, so indexes are preferred: each begins with the company. No statement may run longer than half a minute.
 */
const ofRequests = { plan_cache_mode: "force_generic_plan", enable_seqscan: "off", statement_timeout: "30000", ...STANDSTILL }

/** Chores take their work by the batch, whose size is worth planning for. */
const ofChores = { statement_timeout: "60000", ...STANDSTILL }

const session = ({ password, url, username }: Login, applicationName: string, settings: Readonly<Record<string, string>>) =>
  ({ url, username, password, types, applicationName, startupParameters: settings, connectTimeout: "5 seconds" }) as const

/** The database as its owner: migrations and nothing else. */
export const owner = (url: Redacted.Redacted) => PgClient.layer({ url, types, maxConnections: 1, applicationName: "service owner" })

/**
 * What requests use: reads share a few connections, statement by statement; each transaction has one to itself. All are
 * `service_app`, which owns nothing and can become nobody else, so that no policy can be skipped.
 */
const application = (login: Login, connections: number) => {
  const config = session(login, "service", ofRequests)
  /* Few readers: statements of many requests then share a socket write, which costs more than the statement itself. */
  const readers = Math.max(1, Math.min(availableParallelism(), Math.floor(connections / 2)))
  const writers = Math.max(1, connections - readers)

  return Layer.effectContext(Effect.gen(function*() {
    const reads = yield* PgPool.make({ ...config, maxConnections: readers, multiplex: true, multiplexConcurrency: 32 })
    const writes = yield* PgPool.make({ ...config, maxConnections: writers, multiplex: true, multiplexConcurrency: 1 })
    let leased = 0
    let waiting = 0
    const places = fairPlaces(writers, Math.ceil(writers / 4))
    const leases: PgPool.PgPool = {
      ...writes,
      use: (f) =>
        Effect.withFiber((fiber) => {
          waiting++
          let got = false
          return places.within(currentCompany(fiber.context), writes.use((connection) => {
            got = true
            waiting--
            leased++
            return f(connection)
          })).pipe(Effect.ensuring(Effect.sync(() => void (got ? leased-- : waiting--))))
        })
    }
    const client = yield* SqlClient.make({
      acquirer: Effect.map(reads.get, confined),
      borrower: (f) => reads.use((connection) => f(confined(connection))),
      transactionAcquirer: Effect.map(writes.reserve, plain),
      compiler: PgClient.makeCompiler(),
      driver: "pg",
      spanAttributes: []
    })
    return Context.make(SqlClient.SqlClient, client).pipe(
      Context.add(Leases, leases),
      Context.add(PoolStatus, { size: writers, leased: () => leased, waiting: () => waiting })
    )
  })).pipe(Layer.provide(Reactivity.layer))
}

/** Three listen: for keys, for endpoints and for what is due to them. */
const CHORES = 8

const system = (login: Login) =>
  Layer.effect(
    SystemSql,
    PgClient.make({ ...session(login, "service chores", ofChores), maxConnections: CHORES })
  ).pipe(Layer.provide(Reactivity.layer))

/** The owner's connection makes the accounts of all others, and is closed before they are used. */
const accounts = Effect.fnUntraced(function*(url: Redacted.Redacted) {
  const made = yield* logins(url).pipe(
    Effect.provide(owner(url)),
    Effect.mapError((error) => isConnectionProblem(error) ? cannotConnect(url)(error) : refusedBy(url, ACCOUNTS)(error))
  )
  yield* Effect.all([checkedLogin(made.app, made.place), checkedLogin(made.system, made.place)], { concurrency: 2, discard: true })
  return made
})

const ACCOUNTS = "make the accounts that the service connects with, for which DATABASE_APP_URL and DATABASE_SYSTEM_URL can name others"

/** Every connection the service makes to the database of this owner, once it is up to date; `connections` for requests. */
export const database = (url: Redacted.Redacted, connections = 16) =>
  Layer.unwrap(Effect.map(accounts(url), (logins) =>
    Layer.mergeAll(
      application(logins.app, connections), system(logins.system), engineSql(logins.system), Layer.succeed(Installation, logins.installation)
    )))
