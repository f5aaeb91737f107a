import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { accounts } from "./0013_accounts/accounts.ts"
import { credentials } from "./0013_accounts/credentials.ts"
import { members } from "./0013_accounts/members.ts"

/** People: accounts, their parts in companies, and what they sign in with. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* accounts
  yield* members
  yield* credentials

  /* What changed who may do what, apart from the many receipts of everyday work. The hash of a receipt does not cover the mark. */
  yield* sql`alter table receipts add column audit boolean not null default false`
  yield* sql`create index receipts_audit on receipts (company_id, id) where audit`
  /* What nobody signed in for, a failed sign-in say, is written by the system. */
  yield* sql`grant insert on receipts, events to service_system`
})
