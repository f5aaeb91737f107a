import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { owner } from "#layers/database/connections"
import { seededDatabase } from "./database.ts"
import { compared, ms, request, type Side } from "./pairs.ts"
import { loadGenerator, server } from "./processes.ts"
import { verdict } from "./report.ts"
import { seed, type Seeded, settle } from "./seed.ts"

const STAFF = 20
/** Of each person; one in four of those to come is still open. */
const SLOTS_A_DAY = 10
const DAYS_AHEAD = 45
const SECONDS = 5
const UNLIMITED = "1000000"

const goals = { month: 40, day: 10, list: 1.5 }

/** A service that any of many people does, from eight to eighteen each day, with so many appointments of theirs, most of them over. */
const booked = Effect.fnUntraced(function*({ company, contacts, firstId }: Seeded, count: number) {
  const sql = yield* SqlClient.SqlClient
  const weekly = JSON.stringify([1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: "08:00", to: "18:00" })))
  yield* sql`insert into staff (company_id, name, weekly)
    select ${company}, 'Person ' || n, ${weekly}::jsonb from generate_series(1, ${STAFF}::int) n`
  const [service] = yield* sql<{ id: number }>`
    insert into services (company_id, name, duration_minutes, buffer_before_minutes, buffer_after_minutes, slot_interval_minutes, currency, capacity,
      staff_ids, resources, notice_minutes, horizon_days, cancellation_notice_minutes, confirmation, keep_deposit_on_no_show, reminder_minutes,
      questions, online, active)
    select ${company}, 'Visit', 45, 0, 10, 15, 'USD', 1, array_agg(id), '[]', 60, 60, 1440, 'automatic', false, '{}', '[]', true, true
    from staff where company_id = ${company} returning id`
  const [somebody] = yield* sql<{ id: number }>`select min(id) as id from staff where company_id = ${company}`
  const id = service!.id
  yield* sql`
    with people as (select id, row_number() over (order by id) - 1 as place from staff where company_id = ${company}),
      slots as (
        select p.id as staff_id, n, date_trunc('day', now()) + make_interval(days => ${DAYS_AHEAD}::int - n / ${SLOTS_A_DAY}::int,
          hours => 8 + n % ${SLOTS_A_DAY}::int) as starts_at
        from people p, generate_series(0, ${Math.ceil(count / STAFF * 1.2)}::int) n),
      taken as (select * from slots where starts_at < now() or hashint8extended(n, staff_id) % 4 <> 0 order by starts_at desc limit ${count}),
      begun as (
        insert into booked_sessions (company_id, service_id, staff_id, starts_at, ends_at, capacity, taken)
        select ${company}, ${id}, staff_id, starts_at, starts_at + interval '45 minutes', 1, 1 from taken returning id, staff_id, starts_at, ends_at),
      claimed as (
        insert into claims (company_id, session_id, staff_id, starts_at, ends_at)
        select ${company}, id, staff_id, starts_at, ends_at + interval '10 minutes' from begun)
    insert into appointments (company_id, service_id, contact_id, staff_id, session_id, starts_at, ends_at, status, livemode)
    select ${company}, ${id}, ${firstId}::bigint + id % ${contacts}, staff_id, id, starts_at, ends_at,
      case when ends_at < now() then 'completed' else 'booked' end, true from begun`
  return { service_id: id, staff_id: somebody!.id }
})

/** What open slots and lists cost as appointments grow. */
export const calendarBench = (say: (text: string) => void, quick: boolean) =>
  Effect.scoped(Effect.gen(function*() {
    const { url } = yield* seededDatabase(10)
    const lines = yield* Effect.gen(function*() {
      const [small, large] = [yield* seed("Small", 1_000), yield* seed("Large", 1_000)]
      const most = quick ? 20_000 : 200_000
      const few = yield* booked(small, 2_000)
      const many = yield* booked(large, most)
      yield* settle
      say(`${most} appointments of ${STAFF} people`)
      const service = yield* server("ours", "./ours.ts", {
        DATABASE_URL: url, DATABASE_POOL: "16", PORT: "0", LOG_LEVEL: "info", PUBLIC_RATE_LIMIT: UNLIMITED, COMPANY_RATE_LIMIT: UNLIMITED
      })
      const load = yield* loadGenerator
      const report: Array<string> = []
      const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
      for (const [what, from, to, goal] of [["30 days", day(1), day(30), goals.month], ["one day", day(7), day(7), goals.day]] as const) {
        const slots = request("GET", `/calendar/availability?service_id=${many.service_id}&from=${from}&to=${to}`, large)
        const run = (seconds: number) =>
          load({ port: service.port, connections: 1, seconds, requests: [slots], firstNumber: 1, status: 200, kind: "any", strays: 0 })
        yield* run(2)
        const { p50, p95 } = yield* run(SECONDS)
        report.push(`open slots of ${what}, ${STAFF} people, ${most} appointments: p50 ${ms(p50)}, p95 ${ms(p95)}, goal p95 <= ${goal}: ` +
          verdict(p95 <= goal))
      }
      for (const [what, smaller, larger] of [
        ["all", "", ""], ["one person", `&staff_id=${few.staff_id}`, `&staff_id=${many.staff_id}`], ["one status", "&status=booked", "&status=booked"]
      ] as const) {
        const side = (company: Seeded, filter: string): Side =>
          ({ request: request("GET", `/calendar/appointments?limit=50${filter}`, company), status: 200, connections: 1 })
        const { first, ratio, second } = yield* compared(load, service, [side(small, smaller), side(large, larger)], "p50")
        report.push(`a page of appointments of ${what}: ${ms(second)} at ${most}, ${ms(first)} at 2000: ${ratio.toFixed(2)} x, goal <= ${goals.list}: ` +
          verdict(ratio <= goals.list))
      }
      return report
    }).pipe(Effect.provide(owner(Redacted.make(url))))
    return ["", ...lines, ""].join("\n")
  }))
