import { type Measured, shareOf } from "../kernel/measures.ts"

const booked = (account: string, value: string) => ({ value, at: "t.occurred_at", where: account })

export const measures: Pick<Measured, "revenue" | "payments" | "orders" | "invoices" | "subscriptions"> = {
  /* The books have debits above zero and credits below, so what is earned stands there with a minus. */
  revenue: {
    from: "ledger_entries r join ledger_transactions t on t.company_id = r.company_id and t.id = r.transaction_id",
    where: "t.phase = 'posted'",
    hasMode: true,
    dimensions: { revenue_kind: "t.kind", currency: "r.currency" },
    measures: {
      revenue: booked("r.account in ('revenue', 'refunds')", "-sum(r.amount)"),
      gross_revenue: booked("r.account = 'revenue'", "-sum(r.amount)"),
      refunded: booked("r.account = 'refunds'", "sum(r.amount)"),
      tax: booked("r.account = 'tax_payable'", "-sum(r.amount)")
    }
  },
  payments: {
    from: "payments r",
    hasMode: true,
    dimensions: { payment_state: "r.state", payment_failure: "r.failure_code", currency: "r.currency" },
    measures: {
      payments: { value: "count(*)", at: "r.created_at", where: "r.state = 'succeeded'" },
      failed_payments: { value: "count(*)", at: "r.created_at", where: "r.state = 'failed'" },
      payment_success_rate: { value: shareOf("r.state = 'succeeded'"), at: "r.created_at", where: "r.state in ('succeeded', 'failed')" }
    }
  },
  orders: {
    from: "orders r",
    hasMode: true,
    dimensions: { order_state: "r.state", order_payment_state: "r.payment_state", order_country: "r.tax_country", currency: "r.currency" },
    measures: {
      new_orders: { value: "count(*)", at: "r.created_at", where: "r.state <> 'cancelled'" },
      ordered: { value: "sum(r.amount - r.tax)", at: "r.created_at", where: "r.state <> 'cancelled'" },
      average_order: { value: "round(avg(r.amount - r.tax))", at: "r.created_at", where: "r.state <> 'cancelled'" },
      cancelled_orders: { value: "count(*)", at: "r.created_at", where: "r.state = 'cancelled'" }
    }
  },
  invoices: {
    from: "invoices r",
    where: "r.state not in ('draft', 'void')",
    hasMode: true,
    dimensions: { invoice_state: "r.state", currency: "r.currency" },
    measures: {
      issued_invoices: { value: "count(*)", at: "r.finalized_at" },
      invoiced: { value: "sum(r.amount - r.tax)", at: "r.finalized_at" },
      unpaid: { value: "sum(r.amount - r.paid_amount)", at: "r.finalized_at", where: "r.state = 'open'" }
    }
  },
  subscriptions: {
    from: "subscriptions r left join plans p on p.company_id = r.company_id and p.id = r.plan_id",
    hasMode: true,
    dimensions: { subscription_plan: "p.name", subscription_state: "r.state", currency: "r.currency" },
    measures: {
      new_subscriptions: { value: "count(*)", at: "r.created_at" },
      ended_subscriptions: { value: "count(*)", at: "r.canceled_at" }
    }
  }
}
