import { currency, type MeasuredRecords } from "#schemas/kernel/measures"

export const measures = {
  revenue: {
    dimensions: { revenue_kind: { title: "What happened" }, currency },
    measures: {
      revenue: {
        title: "Revenue", unit: "money",
        counts: "What the company earned, by the day that its books say: without tax, less what was given back and credited. What is set aside is not earned yet."
      },
      gross_revenue: { title: "Revenue before refunds", unit: "money", counts: "The same without taking off what was given back." },
      refunded: { title: "Given back", unit: "money", counts: "What was given back and credited, without tax, by the day that the books say." },
      tax: { title: "Tax", unit: "money", counts: "Tax that was taken, less what was given back of it, by the day that the books say." }
    }
  },
  payments: {
    dimensions: { payment_state: { title: "State" }, payment_failure: { title: "Why it failed" }, currency },
    measures: {
      payments: { title: "Payments", unit: "count", counts: "Payments that succeeded, by when they were begun." },
      failed_payments: { title: "Failed payments", unit: "count", counts: "Payments that failed, by when they were begun." },
      payment_success_rate: { title: "Share of payments that succeed", unit: "share", counts: "Those that succeeded among those that succeeded or failed, by when they were begun." }
    }
  },
  orders: {
    dimensions: { order_state: { title: "State" }, order_payment_state: { title: "Paid" }, order_country: { title: "Country of tax" }, currency },
    measures: {
      new_orders: { title: "Orders", unit: "count", counts: "Orders that are not cancelled, by when they were placed." },
      ordered: { title: "Ordered", unit: "money", counts: "What those orders come to without tax, by when they were placed; what is earned is `revenue`." },
      average_order: { title: "Average order", unit: "money", isMean: true, counts: "The mean of what those orders come to without tax." },
      cancelled_orders: { title: "Cancelled orders", unit: "count", counts: "Orders that are cancelled, by when they were placed." }
    }
  },
  invoices: {
    dimensions: { invoice_state: { title: "State" }, currency },
    measures: {
      issued_invoices: { title: "Invoices", unit: "count", counts: "Invoices that have a number and are not void, by when they got it." },
      invoiced: { title: "Invoiced", unit: "money", counts: "What those invoices come to without tax, by when they got their number." },
      unpaid: { title: "Unpaid invoices", unit: "money", counts: "What is still to be paid of open invoices, with tax, by when they got their number." }
    }
  },
  subscriptions: {
    dimensions: { subscription_plan: { title: "Plan" }, subscription_state: { title: "State" }, currency },
    measures: {
      new_subscriptions: { title: "New subscriptions", unit: "count", counts: "Subscriptions by when they began." },
      ended_subscriptions: { title: "Ended subscriptions", unit: "count", counts: "Subscriptions that ended, by when they were told to end." }
    }
  }
} as const satisfies Readonly<Record<string, MeasuredRecords>>
