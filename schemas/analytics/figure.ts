import { Schema } from "effect"

interface Kind {
  readonly title: string
  /** What it counts, in words. */
  readonly counts: string
  /** The records that it is counted from. */
  readonly rows: string
  /** By what `at` of a row is meant. */
  readonly at: string
  readonly unit: "number" | "money"
  /** It counts what happened on the day so far, and not how something stands. */
  readonly ofDay?: true
}

/** Figures of one definition each: the brief, reports, forecasts and alerts all mean the same by them. */
export const figures = {
  appointments: {
    title: "Appointments", unit: "number", ofDay: true, rows: "appointments", at: "when it begins",
    counts: "Appointments that begin on that day by the company's clock and were not canceled or declined."
  },
  due_tasks: {
    title: "Tasks due", unit: "number", rows: "tasks", at: "when it is due",
    counts: "Tasks that are open at that moment and due until the end of that day, those that were due before among them."
  },
  overdue_invoices: {
    title: "Overdue invoices", unit: "number", rows: "invoices", at: "the day until which it was to be paid",
    counts: "Finalized invoices of which anything is owed at that moment, and whose last day to be paid is over."
  },
  new_leads: {
    title: "New leads", unit: "number", ofDay: true, rows: "contacts", at: "when it was made",
    counts: "Contacts that were made on that day until that moment, and that are neither deleted nor merged into others."
  },
  revenue: {
    title: "Revenue", unit: "money", ofDay: true, rows: "ledger entries of the accounts revenue and refunds, by transaction", at: "when it occurred",
    counts: "What the ledger posted on that day until that moment to revenue, less refunds and credit notes, without tax. Fees, commissions and disputes " +
      "are costs, and are not taken off."
  },
  failed_deliveries: {
    title: "Failed deliveries", unit: "number", ofDay: true, rows: "deliveries of webhooks", at: "when it was given up",
    counts: "Deliveries of events that were given up on that day until that moment, after all their attempts."
  },
  disabled_webhooks: {
    title: "Webhooks switched off", unit: "number", rows: "webhooks", at: "when it was switched off",
    counts: "Webhooks that are switched off because they failed or are gone. Of earlier moments, those of them that were switched off by then."
  },
  broken_connections: {
    title: "Connections that stopped", unit: "number", rows: "integrations", at: "when it worked last",
    counts: "Other systems that are connected, and that let the company in no more or fail. Of earlier moments, those of them that had stopped by then."
  },
  consents_waiting: {
    title: "Consents waiting", unit: "number", rows: "consents", at: "when it was asked for",
    counts: "Consents that wait for a person at that moment: asked for, not ended, and neither approved nor rejected."
  },
  open_disputes: {
    title: "Open disputes", unit: "number", rows: "disputes", at: "when it was told",
    counts: "Payments that customers dispute with their banks, and that were not decided at that moment."
  }
} as const satisfies { readonly [key: string]: Kind }

export type FigureKey = keyof typeof figures
export const figureKeys = Object.keys(figures) as ReadonlyArray<FigureKey>
export const FigureKey = Schema.Literals(figureKeys).annotate({ description: "Which figure.", examples: ["overdue_invoices"] })

/** Where more is told of a figure, or something done about it. */
export const Acting = Schema.Struct({
  verb: Schema.String.annotate({ description: "The operation behind `path`.", examples: ["list_invoices"] }),
  path: Schema.String.annotate({ description: "What to GET, as it is.", examples: ["/api/v1/gateway/invoices?state=overdue"] }),
  page: Schema.String.annotate({ description: "The page of the dashboard about it.", examples: ["/dashboard/figures/overdue_invoices"] })
}).annotate({ identifier: "FigureActing" })
export type Acting = typeof Acting.Type
