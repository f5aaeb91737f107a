import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { forApp } from "./0021_roles/for-app.ts"
import { forSystem } from "./0021_roles/for-system.ts"
import { failures } from "./0021_roles/failures.ts"
import { numbering } from "./0021_roles/numbering.ts"
import { policies } from "./0021_roles/policies.ts"
import { sealing } from "./0021_roles/sealing.ts"

/** What the roles of the service may write, column by column; jobs that pass over a company whose rows are bad. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* Passwords of the accounts that the service makes for itself, and what else its processes share. Only the owner reads them. */
  yield* sql`create schema installation`
  yield* sql`create table installation.secrets (name text primary key, secret text not null)`

  yield* policies
  yield* forApp
  yield* forSystem
  yield* failures
  yield* sealing
  yield* numbering
})
