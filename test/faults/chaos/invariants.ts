import { assert } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { booksAreSound } from "../../calendar/booking.ts"
import { booksAreRight } from "../../payments/paying.ts"
import { stockIsRight } from "../../shop/stock-checks.ts"
import { OwnerSql } from "../../support/database.ts"
import { eventNumbers, faultsOfChain, settled } from "../../support/journal.ts"
import { STOCK, type Told } from "./clients.ts"

interface Company {
  readonly id: number
  readonly told: Told
}

/** What was acknowledged by now is there, and there once. Taken before the database is asked: more may come meanwhile. */
const allAreThere = Effect.fnUntraced(function*({ id, told }: Company) {
  const emails = [...told.contacts.keys()]
  const [orders, appointments] = [[...told.orders], [...told.appointments.keys()]]
  const sql = yield* OwnerSql
  const kept = yield* sql<{ email: string; contacts: number; receipts: number; events: number }>`
    select c.email, count(*)::int as contacts,
      (select count(*)::int from receipts r where r.company_id = ${id} and r.verb = 'create_contact' and r.changes->0->'after'->>'email' = c.email) as receipts,
      (select count(*)::int from events e where e.company_id = ${id} and e.kind = 'contact.created' and e.data->'object'->>'email' = c.email) as events
    from contacts c where c.company_id = ${id} and c.email = any (${emails.slice(-200)}) group by c.email`
  assert.deepStrictEqual(kept.filter(({ contacts, events, receipts }) => contacts !== 1 || receipts !== 1 || events !== 1), [], "a contact with its receipt and its event")
  const [lost] = yield* sql<{ contacts: ReadonlyArray<string>; orders: ReadonlyArray<number>; appointments: ReadonlyArray<number> }>`
    select array(select e from unnest(${emails}::text[]) e where not exists (select from contacts where company_id = ${id} and email = e)) as contacts,
      array(select o from unnest(${orders}::int[]) o where not exists (select from orders where company_id = ${id} and id = o)) as orders,
      array(select a from unnest(${appointments}::int[]) a where not exists (select from appointments where company_id = ${id} and id = a)) as appointments`
  assert.deepStrictEqual(lost, { contacts: [], orders: [], appointments: [] }, `acknowledged to company ${id}`)
  const twice = yield* sql`select email from contacts where company_id = ${id} group by email having count(*) > 1`
  assert.deepStrictEqual(twice, [], `done twice for company ${id}`)
  const numbers = yield* sql`select sequence from events where company_id = ${id} and sequence is not null group by sequence having count(*) > 1`
  assert.deepStrictEqual(numbers, [], `two events of one number of company ${id}`)
})

/** What holds at each moment, whatever is under way. */
export const holds = Effect.fnUntraced(function*(companies: ReadonlyArray<Company>) {
  yield* Effect.forEach(companies, allAreThere, { discard: true })
  yield* booksAreRight
  yield* stockIsRight
  yield* booksAreSound
})

/** What open orders wait for. */
const waiting = OwnerSql.use((sql) => sql`
  select r.workflow, r.status, count(*)::int as runs, min(r.created_at)::text as oldest, max(left(r.error::text, 200)) as error,
    (select count(*)::int from orders where state = 'open') as open_orders, (select jsonb_agg(to_jsonb(c)) from engine.cluster_runners c) as runners,
    (select jsonb_object_agg(name, n) from (select application_name as name, count(*) as n from pg_stat_activity group by 1) a) as sessions
  from workflow_runs r where r.finished_at is null group by 1, 2`)

/** What holds once all work has come to its end. */
export const heldTogether = Effect.fnUntraced(function*(companies: ReadonlyArray<Company>) {
  const sql = yield* OwnerSql
  yield* sql<{ n: number }>`select count(*)::int as n from orders where state = 'open'`.pipe(
    Effect.repeat({ until: ([row]) => row!.n === 0, schedule: Schedule.spaced("250 millis") }),
    Effect.timeoutOrElse({
      duration: "120 seconds",
      orElse: () => Effect.flatMap(Effect.orDie(waiting), (rows) => Effect.die(new Error(`orders are still open two minutes after the last fault: ${JSON.stringify(rows, null, 1)}`)))
    })
  )
  yield* settled
  yield* holds(companies)
  for (const { id, told } of companies) {
    assert.deepStrictEqual((yield* faultsOfChain(id)).faults, [], `the chain of company ${id}`)
    const numbers = yield* eventNumbers(id)
    assert.deepStrictEqual(numbers, Array.from({ length: numbers.length }, (_, n) => n + 1), `the events of company ${id}`)
    const [sold] = yield* sql<{ paid: number; all: number; appointments: number }>`
      select (select count(*)::int from orders where company_id = ${id} and state = 'paid') as paid,
        (select count(*)::int from orders where company_id = ${id}) as all,
        (select count(*)::int from appointments where company_id = ${id}) as appointments`
    assert.isAtMost(sold!.paid, STOCK, `oversold by company ${id}`)
    assert.strictEqual(sold!.all, told.orders.size, `orders of company ${id} that nobody was told of`)
    assert.strictEqual(sold!.appointments, told.appointments.size, `appointments of company ${id} that nobody was told of`)
    const slots = [...told.appointments.values()]
    assert.strictEqual(new Set(slots).size, slots.length, `one slot was given twice by company ${id}`)
  }
})
