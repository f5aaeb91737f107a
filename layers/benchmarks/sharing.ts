import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId } from "#schemas/kernel/ids"
import { asSystem } from "../auth/provision.ts"

/** Whether a company shares its records for benchmarks, and with which industry. */
export interface Sharing {
  readonly company: string
  readonly industry: string | null
  readonly demo: boolean
  readonly sharing: boolean
  /** When it began to, or ceased; null for one that never has. */
  readonly since: string | null
  /** Figures shown now that it stands behind. */
  readonly figures: number
}

/** As it is; `undefined` where there is no such company. As the database's owner, as is what follows. */
export const sharingOf = Effect.fnUntraced(function*(company: CompanyId) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<Sharing>`
    select c.name as company, c.industry, c.demo, coalesce(s.sharing, false) as sharing, s.since,
      (select count(*) from benchmark_contributors k
        join benchmarks.publications p on p.industry = k.industry and p.metric = k.metric and p.number = k.last_number
        where k.company_id = c.id and p.average is not null) as figures
    from companies c left join benchmark_sharing s on s.company_id = c.id where c.id = ${company}`
  return row
}, asSystem)

/** Its records count from the next computation on. */
export const startSharing = Effect.fnUntraced(function*(company_id: CompanyId) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    insert into benchmark_sharing as s ${sql.insert({ company_id, sharing: true })}
    on conflict (company_id) do update set sharing = true, since = now() where not s.sharing`
}, asSystem)

/** Its fingerprints are gone at once, and what it stands behind with the next computation. */
export const stopSharing = Effect.fnUntraced(function*(company_id: CompanyId) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    update benchmark_sharing set sharing = false, since = now(), left_on = (now() at time zone 'UTC')::date
    where company_id = ${company_id} and sharing`
  yield* sql`delete from benchmark_contributors where company_id = ${company_id}`
}, asSystem)
