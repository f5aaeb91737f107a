import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { owner } from "#layers/database/connections"
import { seededDatabase } from "./database.ts"
import { ms, request } from "./pairs.ts"
import { loadGenerator, server } from "./processes.ts"
import { verdict } from "./report.ts"
import { seed, type Seeded, settle } from "./seed.ts"

const UNLIMITED = "1000000"
const GOAL = 50

/** Two years of a company: of a million records, so many of each kind. */
const shares = { contacts: 0.35, tasks: 0.2, invoices: 0.1, transactions: 0.15, appointments: 0.1, deliveries: 0.1 }

/** What can be booked of a company. */
export const bookable = (company: number, name: string) =>
  SqlClient.SqlClient.use((sql) => sql`insert into services (company_id, name, duration_minutes, buffer_before_minutes, buffer_after_minutes, slot_interval_minutes, currency,
      capacity, staff_ids, resources, notice_minutes, horizon_days, cancellation_notice_minutes, confirmation, keep_deposit_on_no_show, reminder_minutes, questions, online, active)
    values (${company}, ${name}, 60, 0, 0, 15, 'USD', 1, '{1}', '[]', 0, 60, 0, 'automatic', true, '{}', '[]', true, true)`)

export const history = Effect.fnUntraced(function*({ company }: Seeded, records: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = (share: keyof typeof shares) => Math.round(records * shares[share])
  const spread = (n: number) => sql.literal(`make_interval(secs => (n * 63072000.0 / ${n})::float8)`)
  /* One in fifty is open, and was due over the last year. */
  yield* sql`insert into tasks (company_id, title, status, due_at, completed_at, created_at)
    select ${company}, 'Call back', case when n % 50 = 0 then 'open' else 'completed' end, now() - t.ago, case when n % 50 > 0 then now() - t.ago + interval '1 hour' end,
      now() - t.ago - interval '10 days' from generate_series(1, ${rows("tasks")}::int) n, lateral (select ${spread(rows("tasks"))} as ago) t`
  yield* sql`insert into invoices (company_id, currency, lines, discount, invoice_discount, subtotal, tax, taxes, amount, livemode, state, number, due_on, finalized_at, closed_at)
    select ${company}, 'USD', '[]', 0, 0, 1000, 0, '[]', 1000, true, case when n % 40 = 0 then 'open' else 'paid' end, 'INV-' || n, (now() - t.ago)::date,
      now() - t.ago - interval '14 days', case when n % 40 > 0 then now() - t.ago + interval '2 days' end
    from generate_series(1, ${rows("invoices")}::int) n, lateral (select ${spread(rows("invoices"))} as ago) t`
  yield* bookable(company, "Visit")
  yield* sql`insert into appointments (company_id, service_id, starts_at, ends_at, status, livemode, canceled_at)
    select ${company}, (select max(id) from services), now() + interval '30 days' - t.ago, now() + interval '30 days' - t.ago + interval '1 hour', 'canceled', true, now()
    from generate_series(1, ${rows("appointments")}::int) n, lateral (select ${spread(rows("appointments"))} as ago) t`
  yield* sql.withTransaction(Effect.gen(function*() {
    /* Looking at each entry by itself takes minutes; the brief reads no balances. */
    yield* sql`set local session_replication_role = replica`
    yield* sql`insert into ledger_accounts (company_id, livemode, currency, account) select ${company}, true, 'USD', a
      from unnest(array['revenue', 'tax_payable', 'provider_clearing']) a`
    yield* sql`with t as (insert into ledger_transactions (company_id, livemode, kind, phase, object, object_id, occurred_at)
        select ${company}, true, 'payment', 'posted', 'payment', n, now() - t.ago
        from generate_series(1, ${rows("transactions")}::int) n, lateral (select ${spread(rows("transactions"))} as ago) t returning id)
      insert into ledger_entries (company_id, transaction_id, livemode, currency, account, amount)
        select ${company}, t.id, true, 'USD', e.account, e.amount
        from t, (values ('revenue', -1000::bigint), ('tax_payable', -200::bigint), ('provider_clearing', 1200::bigint)) e (account, amount)`
  }))
  yield* sql`insert into webhooks (company_id, url, events, livemode, secret) values (${company}, 'https://hooks.example/', '{*}', true, 'x')`
  yield* sql`insert into webhook_deliveries (company_id, webhook_id, event_id, kind, status, created_at, finished_at)
    select ${company}, (select max(id) from webhooks), n, 'contact.created', case when n % 100 = 0 then 'failed' else 'succeeded' end, now() - t.ago, now() - t.ago
    from generate_series(1, ${rows("deliveries")}::int) n, lateral (select make_interval(secs => (n * 2500000.0 / ${rows("deliveries")}::int)::float8) as ago) t`
})

/** What the daily brief costs a company that has very much. */
export const briefBench = (say: (text: string) => void, quick: boolean) =>
  Effect.scoped(Effect.gen(function*() {
    const [records, seconds] = [Number(process.env["RECORDS"] ?? (quick ? 100_000 : 1_000_000)), quick ? 3 : 10]
    const { url } = yield* seededDatabase(10)
    const lines = yield* Effect.gen(function*() {
      const large = yield* seed("Large", Math.round(records * shares.contacts))
      yield* history(large, records)
      say(`${records} records`)
      yield* settle
      const service = yield* server("ours", "./ours.ts", {
        DATABASE_URL: url, DATABASE_POOL: "16", PORT: "0", LOG_LEVEL: "info", PUBLIC_RATE_LIMIT: UNLIMITED, COMPANY_RATE_LIMIT: UNLIMITED
      })
      const load = yield* loadGenerator
      const measure = Effect.fnUntraced(function*(connections: number) {
        const run = (time: number) => load({
          port: service.port, connections, seconds: time, requests: [request("GET", "/dashboard/brief", large)], firstNumber: 1, status: 200, kind: "any", strays: 0
        })
        yield* run(2)
        const { completed, elapsed, p50, p95, p99 } = yield* run(seconds)
        const goal = connections === 1 ? `, goal p95 <= ${GOAL}: ${verdict(p95 <= GOAL)}` : `, ${(completed / elapsed).toFixed(0)} a second`
        say(`${connections} at a time`)
        return `the brief of ${records} records, ${connections} at a time: p50 ${ms(p50)}, p95 ${ms(p95)}, p99 ${ms(p99)}${goal}`
      })
      return [yield* measure(1), yield* measure(8)]
    }).pipe(Effect.provide(owner(Redacted.make(url))))
    return ["", ...lines, ""].join("\n")
  }))
