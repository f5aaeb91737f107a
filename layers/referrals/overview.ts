import { Effect } from "effect"
import type { Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { owner } from "../database/connections.ts"
import { cannotConnect, isConnectionProblem, refusedBy } from "../database/problem.ts"

/** A lead as the operator reads it, where there is no CRM to read it in. */
export interface WaitingLead {
  readonly reference: string
  readonly at: string
  readonly origin: string
  readonly email: string
  readonly name: string
  readonly company_name: string
  readonly template_id: string
  readonly ai_platform: string
  readonly continues: string
  readonly referral: string
  readonly message: string
}

/** The newest leads that no company has got. */
export const waitingLeads = (limit: number, url: Redacted.Redacted) =>
  SqlClient.SqlClient.use((sql) => sql<WaitingLead>`
    select reference, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, origin, coalesce(email, '') as email,
      coalesce(name, '') as name, coalesce(company_name, '') as company_name, coalesce(template_id, '') as template_id,
      coalesce(ai_platform, '') as ai_platform, coalesce(continues, '') as continues,
      coalesce((select concat_ws(': ', code, context) from operator.referrals r where r.code = referral_code), '') as referral, coalesce(message, '') as message
    from operator.leads where status = 'recorded' order by created_at desc limit ${limit}::int`).pipe(
    Effect.provide(owner(url)),
    Effect.mapError((error) => isConnectionProblem(error) ? cannotConnect(url)(error) : refusedBy(url, "list leads")(error))
  )
