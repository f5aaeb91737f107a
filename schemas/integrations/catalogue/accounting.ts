import type { Declaration } from "../declaration.ts"
import { app } from "./needs.ts"

const writes = ["Contacts who were billed, as customers", "Live invoices that are finalized", "What was paid of them"]
const mapping = [
  { theirs: "number of the invoice", ours: "number" }, { theirs: "lines without tax codes; what lines do not come to is one more", ours: "lines, discount, tax" },
  { theirs: "date, due date, currency", ours: "issued_on, due_on, currency" }
]
const leftOut = "Tax codes, accounts and items of each line, credit notes, invoices that are void, money that was given back, and whatever is changed there: nothing is read."

export const accounting = [
  {
    key: "quickbooks", name: "QuickBooks Online", kind: "accounting", status: "available", authorization: "oauth2", needs: [...app],
    direction: "out", reads: [], writes, mapping, conflict: "What is here is told: there it is changed.",
    limits: "500 requests a minute, as Intuit allows. Each change carries a request id, and is found again by its number, so that it is written once.", left_out: leftOut
  },
  {
    key: "xero", name: "Xero", kind: "accounting", status: "available", authorization: "oauth2",
    needs: [...app, { name: "account", required: false, means: "Which organisation, by its name or id, where there are several." }],
    direction: "out", reads: [], writes, mapping, conflict: "What is here is told: there it is changed.",
    limits: "60 requests a minute, as Xero allows: where it asks for patience, it is waited for as long as it says. Each change carries an idempotency key. Sales go to account 200, money to 090.",
    left_out: leftOut
  }
] as const satisfies ReadonlyArray<Declaration>
