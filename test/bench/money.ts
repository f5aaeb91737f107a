import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { owner } from "#layers/database/connections"
import { seededDatabase } from "./database.ts"
import { compared, ms, request, type Side } from "./pairs.ts"
import { loadGenerator, server } from "./processes.ts"
import { renewals } from "./renewals.ts"
import { verdict } from "./report.ts"
import { seed, type Seeded, settle } from "./seed.ts"

const UNLIMITED = "1000000"

const goals = { create: 0.9, list: 1.5, balance: 2 }

/** Orders of one line, as the program writes them. */
const orders = Effect.fnUntraced(function*({ company, firstId }: Seeded, count: number) {
  const sql = yield* SqlClient.SqlClient
  const line = { description: "Manual", quantity: 1, unit_amount: 1_000, discount: 0, tax_category: "standard", amount: 1_000, tax: null }
  yield* sql`insert into orders (company_id, contact_id, amount, currency, lines, discount, order_discount, subtotal, tax, taxes, livemode)
    select ${company}, ${firstId}, 1000, 'USD', ${JSON.stringify([line])}::jsonb, 0, 0, 1000, 0, '[]'::jsonb, true from generate_series(1, ${count}::int)`
})

/** Payments in the books: two entries each. The triggers that keep balances are off meanwhile, and the balances are written as they would be. */
const payments = Effect.fnUntraced(function*({ company }: Seeded, entries: number) {
  const sql = yield* SqlClient.SqlClient
  const amounts = { provider_clearing: 1_000, revenue: -1_000 }
  yield* sql.withTransaction(Effect.gen(function*() {
    yield* sql`set local session_replication_role = replica`
    yield* sql`insert into ledger_accounts (company_id, livemode, currency, account, posted)
      select ${company}, true, 'USD', key, value::bigint * ${entries / 2}::bigint from jsonb_each_text(${JSON.stringify(amounts)}::jsonb)`
    yield* sql`with made as (
        insert into ledger_transactions (company_id, livemode, kind, phase, object, object_id, occurred_at)
        select ${company}, true, 'payment', 'posted', 'payment', n, now() from generate_series(1, ${entries / 2}::int) n returning id)
      insert into ledger_entries (company_id, transaction_id, livemode, currency, account, amount)
      select ${company}, id, true, 'USD', key, value::bigint from made, jsonb_each_text(${JSON.stringify(amounts)}::jsonb)`
  }))
})

/** What orders and the books cost, beside contacts and as they grow. */
export const moneyBench = (say: (text: string) => void, quick: boolean) =>
  Effect.scoped(Effect.gen(function*() {
    const { seeded, url } = yield* seededDatabase(10_000)
    const lines = yield* Effect.gen(function*() {
      const [small, large] = [yield* seed("Small", 10), yield* seed("Large", 10)]
      const [most, many] = quick ? [100_000, 100_000] : [1_000_000, 5_000_000]
      yield* orders(small, 10_000)
      yield* orders(large, most)
      yield* payments(small, 5_000)
      yield* payments(large, many)
      yield* settle
      say(`${most} orders and ${many} entries`)
      const environment = {
        DATABASE_URL: url, DATABASE_POOL: "16", PORT: "0", LOG_LEVEL: "info", PUBLIC_RATE_LIMIT: UNLIMITED, COMPANY_RATE_LIMIT: UNLIMITED
      }
      const service = yield* server("ours", "./ours.ts", environment)
      const load = yield* loadGenerator
      const report: Array<string> = []

      for (const connections of [1, 16]) {
        const contact = request("POST", "/crm/contacts", seeded, { first_name: "Grace", last_name: "Hopper", email: "grace.{number}@navy.example" })
        const order = request("POST", "/orders/", seeded, { contact_id: seeded.firstId, amount: 1_000, reference: "PO-{number}" })
        const side = (request: string): Side => ({ request, status: 201, connections })
        const { first, ratio, second } = yield* compared(load, service, [side(contact), side(order)], "perSecond")
        report.push(`create_order: ${second.toFixed(0)} a second, create_contact ${first.toFixed(0)}, ${connections} at a time: ${ratio.toFixed(2)} x, ` +
          `goal >= ${goals.create}: ${verdict(ratio >= goals.create)}`)
      }
      const growing = [
        ["a page of orders", "/orders/?limit=50", goals.list, `${most} orders`, "10000"],
        ["get_balance", "/gateway/balance", goals.balance, `${many} entries`, "5000"]
      ] as const
      for (const [what, path, goal, big, little] of growing) {
        const side = (company: Seeded): Side => ({ request: request("GET", path, company), status: 200, connections: 1 })
        const { first, ratio, second } = yield* compared(load, service, [side(small), side(large)], "p50")
        report.push(`${what}: ${ms(second)} at ${big}, ${ms(first)} at ${little}: ${ratio.toFixed(2)} x, goal <= ${goal}: ${verdict(ratio <= goal)}`)
      }
      const contacts = request("GET", "/crm/contacts?limit=50", seeded)
      report.push(...yield* renewals(service, load, seeded, contacts, quick ? 500 : Number(process.env["SUBSCRIPTIONS"] ?? 10_000), say))
      return report
    }).pipe(Effect.provide(owner(Redacted.make(url))))
    return ["", ...lines, ""].join("\n")
  }))
