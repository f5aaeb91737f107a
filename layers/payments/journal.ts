import { Effect, Option, Stream } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId } from "#schemas/kernel/ids"
import type { JournalHead, JournalTransaction } from "#schemas/payments/journal"
import { asSystem } from "../auth/provision.ts"
import { first } from "../kernel/sql.ts"

/** Transactions that are read at once. */
const BATCH = 1_000

/** Whose books are read, as the owner of the database. */
export interface Books {
  readonly company: CompanyId
  readonly livemode: boolean
}

/** What the books hold; nothing where there is no such company. */
export const journalHead = Effect.fnUntraced(function*({ company, livemode }: Books) {
  const sql = yield* SqlClient.SqlClient
  return yield* first(sql<JournalHead>`
    select c.name as company, ${livemode}::boolean as livemode,
      array(select distinct a.account from ledger_accounts a where a.company_id = c.id and a.livemode = ${livemode} order by 1) as accounts,
      array(select distinct a.currency from ledger_accounts a where a.company_id = c.id and a.livemode = ${livemode} order by 1) as currencies,
      coalesce((select to_char(min(t.occurred_at) at time zone c.time_zone, 'YYYY-MM-DD') from ledger_transactions t
        where t.company_id = c.id and t.livemode = ${livemode}), to_char(now(), 'YYYY-MM-DD')) as since
    from companies c where c.id = ${company}`)
}, asSystem)

/** The posted transactions, oldest first, some at a time. What is pending is in no books yet. */
export const journal = ({ company, livemode }: Books) =>
  Stream.unwrap(Effect.map(SqlClient.SqlClient, (sql) =>
    Stream.paginate(0, (after: number) =>
      Effect.map(
        asSystem(sql<JournalTransaction>`
          select t.id, to_char(t.occurred_at at time zone c.time_zone, 'YYYY-MM-DD') as day, t.kind, t.object, t.object_id,
            (select jsonb_agg(jsonb_build_object('account', e.account, 'currency', e.currency, 'amount', e.amount) order by e.id)
              from ledger_entries e where e.company_id = t.company_id and e.transaction_id = t.id) as entries
          from ledger_transactions t join companies c on c.id = t.company_id
          where t.company_id = ${company} and t.livemode = ${livemode} and t.phase = 'posted' and t.id > ${after}
          order by t.id limit ${BATCH}`),
        (rows) => [[rows], rows.length < BATCH ? Option.none<number>() : Option.some(rows.at(-1)!.id)] as const
      ))))
