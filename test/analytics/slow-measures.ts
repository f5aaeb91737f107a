/** A row as it stands in its table. */
export type Row = Readonly<Record<string, any>>
/** Every table that is measured, of all companies. */
export type Tables = Readonly<Record<string, ReadonlyArray<Row>>>

interface Slow {
  readonly table: string
  readonly counts: (row: Row) => boolean
  readonly at: (row: Row) => string | null
  readonly value: (rows: ReadonlyArray<Row>) => number | null
  readonly money?: true
}

const count = (rows: ReadonlyArray<Row>) => rows.length
const sum = (of: (row: Row) => number | null) => (rows: ReadonlyArray<Row>) => {
  const known = rows.map(of).filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0)
}
const mean = (of: (row: Row) => number) => (rows: ReadonlyArray<Row>) => rows.length === 0 ? null : Math.round(sum(of)(rows)! / rows.length)
const share = (is: (row: Row) => boolean) => (rows: ReadonlyArray<Row>) =>
  rows.length === 0 ? null : Math.round(rows.filter(is).length * 10_000 / rows.length) / 10_000
const seconds = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 1_000

const made = ({ created_at }: Row) => created_at
const alive = ({ deleted_at }: Row) => deleted_at === null
const closed = ({ closed_at }: Row) => closed_at
const any = () => true
const amount = (row: Row) => row.amount
const won = (row: Row) => alive(row) && row.status === "won"
const notCancelled = ({ state }: Row) => state !== "cancelled"
const net = ({ amount, tax }: Row) => amount - tax
const taken = ({ status }: Row) => ["booked", "completed", "no_show"].includes(status)

const contacts = { table: "contacts", counts: alive, at: made, value: count }
const deals = { table: "deals", counts: alive, at: made, value: count }
const tasks = { table: "tasks", counts: alive, at: made, value: count }
const activities = { table: "activities", counts: alive, at: ({ occurred_at }: Row) => occurred_at, value: count }
const payments = { table: "payments", counts: any, at: made, value: count }
const orders = { table: "orders", counts: notCancelled, at: made, value: count }
const invoices = { table: "invoices", counts: ({ state }: Row) => !["draft", "void"].includes(state), at: ({ finalized_at }: Row) => finalized_at, value: count }
const appointments = { table: "appointments", counts: taken, at: ({ starts_at }: Row) => starts_at, value: count }
const texts = { table: "sms_messages", counts: any, at: made, value: count }
const calls = { table: "calls", counts: any, at: made, value: count }
const emails = { table: "emails", counts: any, at: made, value: count }
const questions = { table: "kb_queries", counts: any, at: ({ asked_at }: Row) => asked_at, value: count }
const conversations = { table: "ai_conversations", counts: any, at: made, value: count }
const answers = { table: "ai_messages", counts: ({ role }: Row) => role === "assistant", at: made, value: count }
const subscriptions = { table: "subscriptions", counts: any, at: made, value: count }
const visits = { table: "visit_cells", counts: ({ page }: Row) => page === "", at: ({ day }: Row) => day, value: sum(({ visits }) => visits) }
const booked = (...accounts: ReadonlyArray<string>): Slow => ({
  table: "ledger_entries", counts: ({ account, transaction }) => transaction.phase === "posted" && accounts.includes(account),
  at: ({ transaction }) => transaction.occurred_at, value: sum(({ amount }) => -amount), money: true
})

/** What each figure is, said once more and in another way. */
export const slow: Readonly<Record<string, Slow>> = {
  new_contacts: contacts,
  new_deals: deals,
  new_deal_amount: { ...deals, value: sum(amount), money: true },
  won_deals: { ...deals, counts: won, at: closed },
  won_amount: { ...deals, counts: won, at: closed, value: sum(amount), money: true },
  average_won_amount: { ...deals, counts: won, at: closed, value: mean(amount), money: true },
  lost_deals: { ...deals, counts: (row) => alive(row) && row.status === "lost", at: closed },
  win_rate: { ...deals, counts: (row) => alive(row) && row.status !== "open", at: closed, value: share(({ status }) => status === "won") },
  days_to_win: { ...deals, counts: won, at: closed, value: (rows) => rows.length === 0 ? null : Math.round(sum((row) => seconds(row.created_at, row.closed_at))(rows)! / 864 / rows.length) / 100 },
  new_tasks: tasks,
  due_tasks: { ...tasks, at: ({ due_at }) => due_at },
  completed_tasks: { ...tasks, at: ({ completed_at }) => completed_at },
  activities,
  activity_minutes: { ...activities, value: sum(({ duration_minutes }) => duration_minutes) },
  revenue: booked("revenue", "refunds"),
  gross_revenue: booked("revenue"),
  refunded: { ...booked("refunds"), value: sum(amount) },
  tax: booked("tax_payable"),
  payments: { ...payments, counts: ({ state }) => state === "succeeded" },
  failed_payments: { ...payments, counts: ({ state }) => state === "failed" },
  payment_success_rate: { ...payments, counts: ({ state }) => ["succeeded", "failed"].includes(state), value: share(({ state }) => state === "succeeded") },
  new_orders: orders,
  ordered: { ...orders, value: sum(net), money: true },
  average_order: { ...orders, value: mean(net), money: true },
  cancelled_orders: { ...orders, counts: ({ state }) => state === "cancelled" },
  issued_invoices: invoices,
  invoiced: { ...invoices, value: sum(net), money: true },
  unpaid: { ...invoices, counts: ({ state }) => state === "open", value: sum(({ amount, paid_amount }) => amount - paid_amount), money: true },
  new_subscriptions: subscriptions,
  ended_subscriptions: { ...subscriptions, at: ({ canceled_at }) => canceled_at },
  appointments,
  appointment_minutes: { ...appointments, value: sum(({ ends_at, starts_at }) => seconds(starts_at, ends_at) / 60) },
  canceled_appointments: { ...appointments, counts: ({ status }) => status === "canceled" },
  no_show_rate: { ...appointments, counts: ({ status }) => ["completed", "no_show"].includes(status), value: share(({ status }) => status === "no_show") },
  texts,
  text_segments: { ...texts, value: sum(({ segments }) => segments) },
  calls,
  missed_calls: { ...calls, counts: ({ result }) => result === "missed" },
  call_minutes: { ...calls, value: (rows) => { const all = sum(({ duration_seconds }) => duration_seconds)(rows); return all === null ? null : Math.round(all / 6) / 10 } },
  emails,
  email_bounce_rate: { ...emails, counts: ({ state }) => ["sent", "bounced", "complained"].includes(state), value: share(({ state }) => state === "bounced") },
  questions,
  questions_answered: { ...questions, value: share(({ found }) => found) },
  conversations,
  handed_over: { ...conversations, counts: ({ status }) => status === "handed_over" },
  answers,
  answers_known: { ...answers, value: share(({ outcome }) => outcome === "answered") },
  answers_helpful: { ...answers, counts: ({ helpful, role }) => role === "assistant" && helpful !== null, value: share(({ helpful }) => helpful) },
  page_views: { ...visits, value: sum(({ page_views }) => page_views) },
  visits,
  bounce_rate: {
    ...visits,
    value: (rows) => {
      const all = sum(({ visits }) => visits)(rows)
      return all === null || all === 0 ? null : Math.round(sum(({ bounces }) => bounces)(rows)! * 10_000 / all) / 10_000
    }
  },
  form_answers: { table: "form_answers", counts: ({ spam }) => !spam, at: made, value: count },
  units_sold: { table: "order_items", counts: ({ order }) => notCancelled(order), at: ({ order }) => order.created_at, value: sum(({ quantity, returned }) => quantity - returned) },
  sold_amount: { table: "order_items", counts: ({ order }) => notCancelled(order), at: ({ order }) => order.created_at, value: sum(amount), money: true }
}

/** The text of each dimension of a row. */
export const dimension = (name: string, row: Row): string | null => {
  switch (name) {
    case "contact_source": return row.source
    case "deal_source": return row.contact?.source ?? null
    case "contact_owner": case "deal_owner": case "activity_owner": return row.owner?.name ?? null
    case "task_assignee": return row.assignee?.name ?? null
    case "deal_pipeline": return row.pipeline?.name ?? null
    case "revenue_kind": return row.transaction.kind
    case "visit_source": case "visit_campaign": case "visit_country": case "visit_device": case "visit_browser":
      return row[name.slice("visit_".length)] || null
    case "currency": return row.currency ?? row.order.currency
    case "order_country": return row.tax_country
    case "order_payment_state": return row.payment_state
    case "payment_failure": return row.failure_code
    case "lost_reason": return row.lost_reason
    case "subscription_plan": return row.plan?.name ?? null
    case "appointment_service": return row.service?.name ?? null
    case "appointment_staff": return row.staff?.name ?? null
    case "question_answered": return row.found ? "yes" : "no"
    case "form": return row.form?.name ?? null
    case "sold_product": return row.product?.title ?? null
    default: return row[name.slice(name.indexOf("_") + 1)]
  }
}
