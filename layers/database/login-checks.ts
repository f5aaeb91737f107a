import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { StartFailure } from "#schemas/kernel/start-failure"
import { cannotConnect, isConnectionProblem, placeOf, refusedBy } from "./problem.ts"
import type { Login, Place, ServiceRole } from "./logins.ts"
import { types } from "./postgres-types.ts"

interface Powers {
  readonly name: string
  /** The session is somebody else than who logged in. */
  readonly changed: boolean
  readonly strong: boolean
  readonly has: boolean
  readonly others: ReadonlyArray<string>
  readonly owns: boolean
}

/** What an account may do beyond its role, in words; nothing where that is nothing. */
export const faultsOf = Effect.fnUntraced(function*(role: ServiceRole, account: string) {
  const sql = yield* SqlClient.SqlClient
  const [powers] = yield* sql<Powers>`
    select r.rolname::text as name, current_user <> session_user and session_user = r.rolname as changed,
      r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolcreatedb or r.rolreplication as strong,
      pg_has_role(r.oid, ${role}, 'usage') as has,
      array(select o.rolname::text from pg_roles o
        where o.oid <> r.oid and o.rolname <> ${role} and not r.rolsuper and pg_has_role(r.oid, o.oid, 'member')
          and (o.rolsuper or o.rolbypassrls or o.rolcreaterole or starts_with(o.rolname, 'pg_') or starts_with(o.rolname, 'service_')
            or exists (select from pg_class c where c.relowner = o.oid))
        order by 1) as others,
      exists (select from pg_shdepend d where d.refclassid = 'pg_authid'::regclass and d.refobjid = r.oid and d.deptype = 'o'
        and d.classid = any(array['pg_class', 'pg_proc', 'pg_namespace', 'pg_database', 'pg_type', 'pg_extension']::regclass[])) as owns
    from pg_roles r where r.rolname = ${account}`
  if (powers === undefined) return ["does not exist"]
  return [
    ...powers.changed ? ["becomes another account when it connects"] : [],
    ...powers.strong ? ["has powers of its own, such as those of a superuser"] : [],
    ...powers.has ? [] : [`does not have the role ${role}`],
    ...powers.others.map((other) => `may become ${other}`),
    ...powers.owns ? ["owns something"] : []
  ]
})

const OWN_ACCOUNTS = "or make two accounts yourself and name them in DATABASE_APP_URL and DATABASE_SYSTEM_URL"

/** An account that we made may be refused where the owner is let in: the server's own rules say who may come, and how. */
const notLetIn = ({ url, username }: Login) => (error: Parameters<ReturnType<typeof cannotConnect>>[0]) => {
  const { message } = cannotConnect(url)(error)
  return username === undefined ? new StartFailure({ message }) : new StartFailure({
    message: `The service has made the account ${username} at ${placeOf(url)} for itself, but cannot connect with it: ${
      message.slice(message.lastIndexOf(": ") + 2, -1)
    }. Let it in as you do the owner (pg_hba.conf), ${OWN_ACCOUNTS}.`
  })
}

const elsewhere = (url: Login["url"]) => new StartFailure({
  message: `The database at ${placeOf(url)} is another than that of DATABASE_URL: all three addresses must lead to the same one, on the primary.`
})

/** That the account connects to this database, and can do there what its role may and nothing else. */
export const checkedLogin = Effect.fnUntraced(function*(login: Login, place: Place) {
  const { password, role, url, username } = login
  const { faults, here } = yield* Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ name: string } & Place>`select session_user::text as name, pg_postmaster_start_time()::text as started,
      (select oid::bigint from pg_database where datname = current_database()) as oid`
    const { name, oid, started } = row!
    const faults = yield* faultsOf(role, name)
    return {
      here: oid === place.oid && started === place.started, faults: faults.map((fault) => `The account ${name} at ${placeOf(url)} ${fault}`)
    }
  }).pipe(
    Effect.provide(PgClient.layer({ url, username, password, types, maxConnections: 1, applicationName: "service check", connectTimeout: "5 seconds" })),
    Effect.mapError((error) => isConnectionProblem(error) ? notLetIn(login)(error) : refusedBy(url, "say what an account may do")(error))
  )
  if (!here) return yield* elsewhere(url)
  if (faults.length > 0) {
    return yield* new StartFailure({
      message: `${faults.join("; ")}: connections of the service have the role ${role} and can do nothing else. Correct the account, ${OWN_ACCOUNTS}.`
    })
  }
})
