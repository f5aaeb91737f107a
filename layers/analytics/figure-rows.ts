import type { SqlClient, Statement } from "effect/sql"
import type { FigureKey } from "#schemas/analytics/figure"
import { inTenant } from "../kernel/sql.ts"

/**
 * The rows that each figure counts, as of a moment of the row `w` of `momentsOf`: selects of `id`, `at`, `title`, and of money `amount` and
 * `currency`. Nothing else defines a figure. Records that programs date by the company's clock are compared with its moments, others with those
 * of real time, whose names begin with `real_`; they are the same in live mode.
 */
export const figureRows = (sql: SqlClient.SqlClient, livemode: boolean): { readonly [F in FigureKey]: Statement.Fragment } => {
  const of = (alias: string) => inTenant(sql, alias)
  const task = (condition: Statement.Fragment) => sql`select t.id, t.due_at as at, t.title from tasks t
    where ${of("t")} and t.deleted_at is null and t.due_at < w.day_end and t.created_at < w.real_until and ${condition}`
  const invoice = (condition: Statement.Fragment) => sql`select i.id, i.due_on::timestamptz as at, i.number as title from invoices i
    where ${of("i")} and i.livemode = ${livemode} and i.due_on < w.day and i.finalized_at < w.until and ${condition}`
  return {
    appointments: sql`select a.id, a.starts_at as at, (select s.name from services s where s.company_id = a.company_id and s.id = a.service_id) as title
      from appointments a where ${of("a")} and a.livemode = ${livemode} and a.starts_at >= w.day_start and a.starts_at < w.day_end
        and a.status not in ('canceled', 'declined')`,
    due_tasks: sql`${task(sql`t.status = 'open' and t.due_at is not null`)}
      union all ${task(sql`t.completed_at >= w.real_until`)}`,
    overdue_invoices: sql`${invoice(sql`i.state = 'open'`)} union all ${invoice(sql`i.closed_at >= w.until`)}`,
    new_leads: sql`select c.id, c.created_at as at, coalesce(nullif(concat_ws(' ', c.first_name, c.last_name), ''), c.email, c.phone) as title
      from contacts c where ${of("c")} and c.deleted_at is null and c.created_at >= w.real_start and c.created_at < w.real_until`,
    revenue: sql`select t.id, t.occurred_at as at, t.kind || ' of ' || t.object || ' ' || t.object_id as title, -sum(e.amount) as amount, e.currency
      from ledger_transactions t join ledger_entries e on e.company_id = t.company_id and e.transaction_id = t.id
      where ${of("t")} and t.livemode = ${livemode} and t.phase = 'posted' and t.occurred_at >= w.day_start and t.occurred_at < w.until
        and e.account in ('revenue', 'refunds')
      group by t.id, t.occurred_at, t.kind, t.object, t.object_id, e.currency`,
    failed_deliveries: sql`select d.id, d.finished_at as at, d.kind as title
      from webhook_deliveries d join webhooks h on h.company_id = d.company_id and h.id = d.webhook_id and h.livemode = ${livemode}
      where ${of("d")} and d.status = 'failed' and d.finished_at >= w.real_start and d.finished_at < w.real_until`,
    disabled_webhooks: sql`select h.id, h.disabled_at as at, h.url as title from webhooks h
      where ${of("h")} and h.livemode = ${livemode} and h.disabled_reason in ('gone', 'failing') and h.deleted_at is null and h.disabled_at < w.real_until`,
    broken_connections: sql`select n.id, n.checked_at as at, coalesce(n.account || ': ' || n.failure, n.failure, n.key) as title from integrations n
      where ${of("n")} and n.state in ('needs_reconnection', 'failing') and n.checked_at < w.real_until`,
    consents_waiting: sql`select c.id, c.created_at as at, c.summary as title from consents c
      where ${of("c")} and c.livemode = ${livemode} and c.created_at < w.real_until and c.expires_at > w.real_until and not exists (
        select from jsonb_array_elements(c.steps) as x (step)
        where x.step ->> 'state' in ('approved', 'rejected', 'executed') and (x.step ->> 'at')::timestamptz <= w.real_until)`,
    open_disputes: sql`select d.id, d.created_at as at, coalesce(d.reason, 'dispute ' || d.id) as title from disputes d
      where ${of("d")} and d.livemode = ${livemode} and d.created_at < w.real_until and (d.state = 'open' or d.updated_at > w.real_until)`
  }
}

/**
 * The moment itself, or the end of its day, and the same time of day so many days ago, by the clock of the company, as rows of `w`: the day, its begin and end, and the
 * moment. `now` is what time it is for the caller, in epoch milliseconds.
 */
export const momentsOf = (sql: SqlClient.SqlClient, now: number, back: ReadonlyArray<number>, whole = false): Statement.Fragment => {
  const at = new Date(now).toISOString()
  const moments = (name: string, moment: Statement.Fragment) => sql`cross join lateral (
    select ${moment} at time zone z.tz - b.back * interval '1 day' as wall, ${moment} as exact) ${sql(name)}`
  const until = (name: string) => sql.literal(whole
    ? `(date_trunc('day', ${name}.wall) + interval '1 day') at time zone z.tz`
    : `case b.back when 0 then ${name}.exact else ${name}.wall at time zone z.tz end`)
  return sql`(
    select b.back, z.tz, c.wall::date as day, date_trunc('day', c.wall) at time zone z.tz as day_start,
      (date_trunc('day', c.wall) + interval '1 day') at time zone z.tz as day_end,
      ${until("c")} as until, date_trunc('day', r.wall) at time zone z.tz as real_start, ${until("r")} as real_until
    from (select time_zone as tz from companies where id = (select current_company())) z
    cross join unnest(${[...back]}::int[]) as b (back)
    ${moments("c", sql`${at}::timestamptz`)}
    ${moments("r", sql`now()`)}
  ) w`
}
