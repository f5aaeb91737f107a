import { Effect } from "effect"
import { OwnerSql } from "../support/database.ts"
import { companyIds } from "../support/test-server.ts"
import type { Row, Tables } from "./slow-measures.ts"

/** Numbers that look random and are the same in every run. */
export const numbers = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** What stands in a column that no report reads. */
const filler = (type: string): unknown => {
  if (type === "bool") return false
  if (type === "jsonb") return []
  if (/^(int|numeric|float)/u.test(type)) return 1
  if (type.startsWith("_")) return []
  return type.startsWith("timestamp") ? new Date().toISOString() : "x"
}

const DAY = 86_400_000
const ROWS = 240

/** Rows of every table that is measured, of two companies and both modes; moments lie dense around midnights and changes of daylight saving time. */
export const someRows = Effect.gen(function*() {
  const random = numbers(7)
  const below = (n: number) => Math.floor(random() * n)
  const one = <A>(...all: ReadonlyArray<A>): A => all[below(all.length)]!
  const now = Date.now()
  const midnight = now - now % DAY
  const when = () => {
    const ms = random() < 0.3 ? midnight - below(500) * DAY + (below(13) - 6) * 3_600_000 + one(0, -1_000, 1_000) : now - below(500 * 86_400) * 1_000
    return new Date(Math.floor(Math.min(ms, now) / 1_000) * 1_000)
  }
  const text = (date: Date) => date.toISOString()
  const after = (date: Date) => new Date(Math.min(now, date.getTime() + below(40 * 86_400) * 1_000))
  const currency = () => one("USD", "USD", "EUR", "JPY")
  const livemode = () => random() < 0.7

  type Make = (id: number) => Row
  const small: Readonly<Record<string, readonly [many: number, make: Make]>> = {
    pipelines: [3, (id) => ({ name: `Pipeline ${id}` })],
    services: [3, (id) => ({
      name: `Service ${id}`, duration_minutes: 30, buffer_before_minutes: 0, buffer_after_minutes: 0, slot_interval_minutes: 15, currency: "USD", staff_ids: [1], confirmation: "automatic"
    })],
    staff: [3, (id) => ({ name: `Staff ${id}` })],
    forms: [2, (id) => ({ name: `Form ${id}` })],
    plans: [2, (id) => ({ name: `Plan ${id}`, interval: "month", after_retries: "cancel" })],
    products: [3, (id) => ({ state: "active", title: `Product ${id}`, slug: `product-${id}` })]
  }
  const dated = (make: (created: Date, id: number) => Row): Make => (id) => {
    const created = when()
    return { ...make(created, id), created_at: text(created) }
  }
  const large: Readonly<Record<string, Make>> = {
    contacts: dated((_, id) => ({ first_name: `C${id}`, source: one(null, "website", "Referral", "ad"), owner_id: one(null, 1, 2, 3), deleted_at: random() < 0.1 ? text(when()) : null })),
    deals: dated((created) => {
      const status = one("open", "won", "won", "lost")
      return {
        title: "Deal", pipeline_id: 900_001 + below(3), stage: one("new", "qualified", "won"), status, amount: 1 + below(1_000_000), currency: currency(), contact_id: one(null, 900_001 + below(ROWS)),
        owner_id: one(null, 1, 2), lost_reason: status === "lost" ? one(null, "price", "time") : null, closed_at: status === "open" ? null : text(after(created)),
        deleted_at: random() < 0.1 ? text(when()) : null
      }
    }),
    tasks: dated((created) => ({
      title: "Task", status: one("open", "completed"), assignee_id: one(null, 1, 2, 3), due_at: one(null, text(after(created))), completed_at: one(null, text(after(created))),
      deleted_at: random() < 0.1 ? text(when()) : null
    })),
    activities: () => ({ kind: one("note", "call", "meeting"), subject: "A", owner_id: one(null, 1, 2), duration_minutes: one(null, 5, 30, 45), occurred_at: text(when()), deleted_at: random() < 0.1 ? text(when()) : null }),
    orders: dated(() => {
      const amount = below(500_000)
      return {
        state: one("open", "paid", "fulfilled", "cancelled"), payment_state: one("unpaid", "paid", "partially_refunded"), amount, currency: currency(),
        tax: below(amount / 4), tax_country: one(null, "US", "DE"), livemode: livemode()
      }
    }),
    payments: dated(() => ({
      state: one("succeeded", "succeeded", "failed", "processing", "canceled"), amount: 1 + below(90_000), currency: currency(),
      failure_code: one(null, "card_declined", "expired_card"), livemode: livemode()
    })),
    invoices: dated((created, id) => {
      const amount = 1 + below(500_000)
      const state = one("draft", "open", "open", "paid", "void", "uncollectible")
      return {
        state, number: state === "draft" ? null : `R-${id}`, currency: currency(), tax: below(amount / 4), amount,
        paid_amount: below(amount), finalized_at: state === "draft" ? null : text(after(created)), livemode: livemode()
      }
    }),
    ledger_transactions: () => ({ livemode: true, kind: one("payment", "refund", "invoice"), phase: one("posted", "posted", "posted", "pending"), object: "payment", object_id: 1, occurred_at: text(when()) }),
    ledger_entries: () => ({
      transaction_id: 900_001 + below(ROWS), livemode: livemode(), currency: currency(), account: one("revenue", "refunds", "tax_payable", "provider_clearing"), amount: (1 + below(90_000)) * one(1, -1)
    }),
    subscriptions: dated((created) => ({
      plan_id: 900_001 + below(2), quantity: 1, amount: 900, currency: currency(), state: one("active", "canceled", "paused"), period: 0, period_start: text(created), period_end: text(new Date(created.getTime() + DAY)),
      canceled_at: one(null, text(after(created))), anchor_at: text(created), anchor_day: 1, anchor_period: 0, time_zone: "UTC", livemode: livemode()
    })),
    appointments: () => {
      const starts = when()
      const status = one("booked", "completed", "completed", "no_show", "canceled", "declined")
      return {
        service_id: 900_001 + below(3), staff_id: one(null, 900_001 + below(3)), session_id: ["canceled", "declined"].includes(status) ? null : 1, starts_at: text(starts),
        ends_at: text(new Date(starts.getTime() + one(30, 45, 60) * 60_000)), status, livemode: livemode()
      }
    },
    sms_messages: dated(() => {
      const direction = one("inbound", "outbound")
      return {
        thread_id: 1, direction, state: direction === "inbound" ? "received" : one("sent", "delivered", "failed"),
        encoding: "GSM-7", segments: 1 + below(3), provider: "simulated", livemode: livemode()
      }
    }),
    calls: dated(() => ({
      livemode: livemode(), direction: "outbound", state: "completed", result: one(null, "answered", "missed", "voicemail"), from_phone: "+1", to_phone: "+2", duration_seconds: one(null, 12, 75, 300), provider: "simulated"
    })),
    emails: dated((_, id) => ({
      template: one("notice", "order", "invoice"), transactional: true, state: one("sent", "sent", "bounced", "complained", "simulated"), reference: `some-${id}`,
      livemode: livemode()
    })),
    kb_queries: () => ({ text: "x", language: one("en", "de"), via: one("search", "chat"), found: random() < 0.6, asked_at: text(when()) }),
    ai_conversations: dated(() => ({ title: "x", status: one("open", "handed_over", "closed"), channel: "api", audience: "staff", livemode: livemode() })),
    ai_messages: dated(() => {
      const role = one("user", "assistant")
      return { conversation_id: 1, role, text: "x", outcome: role === "user" ? null : one("answered", "unknown", "handed_over"), helpful: one(null, true, false), livemode: livemode() }
    }),
    /* What names a row is what its day has in common. */
    visit_cells: (id) => ({
      day: text(when()).slice(0, 10), page: one("", "", "/prices"), source: one("", "google.com"), campaign: one("", "spring"), country: one("", "NO", "DE"),
      device: one("desktop", "phone"), browser: one("Firefox", "Chrome"), os: `os ${id}`, page_views: 1 + below(9), visitors: 1, visits: 1 + below(3), bounces: below(2), seconds: below(500)
    }),
    form_answers: dated(() => ({ form_id: 900_001 + below(2), page: one(null, "/", "/contact"), spam: random() < 0.2, livemode: livemode() })),
    order_items: (id) => {
      const quantity = 1 + below(5)
      return { order_id: 900_001 + below(ROWS), line: id, product_id: 900_001 + below(3), variant_id: 1, quantity, amount: below(90_000), prepared: quantity, fulfilled: quantity, returned: below(quantity), livemode: livemode() }
    }
  }

  const sql = yield* OwnerSql
  const withoutId = new Set(["order_items", "visit_cells"])
  /* No trigger and no reference stands in the way: what is looked at is what reports read. */
  yield* Effect.orDie(sql.withTransaction(Effect.gen(function*() {
    yield* sql`set local session_replication_role = replica`
    for (const company_id of [companyIds.acme, companyIds.bolt]) {
      for (const [table, many, make] of [
        ...Object.entries(small).map(([table, [many, make]]) => [table, many, make] as const), ...Object.entries(large).map(([table, make]) => [table, ROWS, make] as const)
      ]) {
        const columns = yield* sql<{ name: string; type: string; required: boolean }>`
          select column_name as name, udt_name as type, is_nullable = 'NO' and column_default is null and is_identity = 'NO' as required
          from information_schema.columns where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`
        const blank = Object.fromEntries(columns.filter(({ required }) => required).map(({ name, type }) => [name, filler(type)]))
        const rows = Array.from({ length: many }, (_, n) => ({ ...blank, company_id, ...withoutId.has(table) ? {} : { id: 900_001 + n }, ...make(n + 1) }) as Row)
        const used = columns.filter(({ name }) => rows.some((row) => name in row))
        const missing = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => !used.some((one) => one.name === name))
        if (missing.length > 0) return yield* Effect.die(new Error(`${table} has no ${missing.join(", ")}`))
        const names = sql.literal(used.map(({ name }) => `"${name}"`).join(", "))
        yield* sql`insert into ${sql(table)} (${names}) overriding system value select ${names}
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (${sql.literal(used.map(({ name, type }) => `"${name}" ${type}`).join(", "))})`.pipe(
          Effect.tapError((error) => Effect.logError(`${table}: ${String((error as { reason?: { cause?: unknown } }).reason?.cause ?? error)}`)))
      }
    }
  })))
})

/** All rows of the tables that are measured, of all companies, each with those that it names. */
export const allRows = Effect.gen(function*() {
  const sql = yield* OwnerSql
  /* As JSON, since some columns that nobody asks for hold what no program reads, like infinity. */
  const read = (table: string) => Effect.map(Effect.orDie(sql<{ row: Row }>`select to_jsonb(t) as row from ${sql(table)} t`), (rows) => rows.map(({ row }) => row))
  const named: Record<string, ReadonlyMap<string, Row>> = {}
  for (const table of ["users", "pipelines", "services", "staff", "forms", "plans", "products", "contacts", "orders", "ledger_transactions"]) {
    named[table] = new Map((yield* read(table)).map((row) => [`${row.company_id} ${row.id}`, row]))
  }
  const links: Readonly<Record<string, string>> = {
    owner: "users", assignee: "users", pipeline: "pipelines", service: "services", staff: "staff", form: "forms", plan: "plans", product: "products", contact: "contacts", order: "orders",
    transaction: "ledger_transactions"
  }
  const tables: Record<string, ReadonlyArray<Row>> = {}
  for (const table of [
    "contacts", "deals", "tasks", "activities", "orders", "payments", "invoices", "ledger_entries", "subscriptions", "appointments", "sms_messages", "calls", "emails", "kb_queries", "ai_conversations",
    "ai_messages", "form_answers", "order_items", "visit_cells"
  ]) {
    tables[table] = (yield* read(table)).map((row) => ({
      ...row, ...Object.fromEntries(Object.entries(links).map(([name, of]) => [name, named[of]!.get(`${row.company_id} ${row[`${name}_id`]}`)]))
    }))
  }
  return tables as Tables
})
