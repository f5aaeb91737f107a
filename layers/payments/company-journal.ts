import { Context, Effect, Layer, Option, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#schemas/kernel/tenancy"
import type { JournalHead, JournalTransaction } from "#schemas/payments/journal"
import { inTenant as inTenantOf, one } from "../kernel/sql.ts"

/** Transactions that are read at once. */
const BATCH = 1_000

/** Days of the company's clock. */
interface Period {
  readonly since: string | undefined
  readonly until: string | undefined
}

/** The posted transactions of the caller's company, in the caller's mode, as files for accounting programs take them. */
export class CompanyJournal extends Context.Service<CompanyJournal>()("layers/payments/CompanyJournal", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const inTenant = inTenantOf(sql)
    const zone = sql.literal("(select c.time_zone from companies c where c.id = (select current_company()))")
    const live = Effect.map(Caller, ({ mode }) => mode === "live")
    const within = ({ since, until }: Period, livemode: boolean) => sql`t.company_id = (select current_company()) and t.livemode = ${livemode} and t.phase = 'posted'
      and (${since ?? null}::date is null or t.occurred_at >= ${since ?? null}::date::timestamp at time zone ${zone})
      and (${until ?? null}::date is null or t.occurred_at < (${until ?? null}::date + 1)::timestamp at time zone ${zone})`

    return {
      head: Effect.fnUntraced(function*(period: Period) {
        const livemode = yield* live
        return yield* one(sql<JournalHead>`
          select c.name as company, ${livemode}::boolean as livemode,
            array(select distinct a.account from ledger_accounts a where ${inTenant} and a.livemode = ${livemode} order by 1) as accounts,
            array(select distinct a.currency from ledger_accounts a where ${inTenant} and a.livemode = ${livemode} order by 1) as currencies,
            coalesce((select to_char(min(t.occurred_at) at time zone c.time_zone, 'YYYY-MM-DD') from ledger_transactions t where ${within(period, livemode)}),
              to_char(now(), 'YYYY-MM-DD')) as since
          from companies c where c.id = (select current_company())`)
      }),
      /** Oldest first, some at a time, each a read of its own. */
      transactions: (period: Period) =>
        Stream.unwrap(Effect.map(live, (livemode) => Stream.paginate(0, (after: number) =>
          Effect.map(Effect.orDie(sql<JournalTransaction>`
            select t.id, to_char(t.occurred_at at time zone ${zone}, 'YYYY-MM-DD') as day, t.kind, t.object, t.object_id,
              (select jsonb_agg(jsonb_build_object('account', e.account, 'currency', e.currency, 'amount', e.amount) order by e.id)
                from ledger_entries e where e.company_id = t.company_id and e.transaction_id = t.id) as entries
            from ledger_transactions t where ${within(period, livemode)} and t.id > ${after}
              and exists (select from ledger_entries e where e.company_id = t.company_id and e.transaction_id = t.id)
            order by t.id limit ${BATCH}`), (rows) =>
            [[rows], rows.length < BATCH ? Option.none<number>() : Option.some(rows.at(-1)!.id)] as const))))
    }
  })
}) {
  static readonly layer = Layer.effect(CompanyJournal, CompanyJournal.make)
}
