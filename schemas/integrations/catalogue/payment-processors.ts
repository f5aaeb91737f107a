import type { Declaration } from "../declaration.ts"
import { bothSides, conflict } from "./needs.ts"

const notes = "Payments stand in the timeline of who paid, as notes. They are no payments of this service, and the books do not count them."

export const paymentProcessors = [
  {
    key: "stripe", name: "Stripe", kind: "payment_processor", status: "available", authorization: "token",
    needs: [{ name: "token", required: true, means: "A restricted key that may read customers and charges: rk_live_..." }, conflict],
    direction: "in", reads: ["Customers, as contacts", "Charges, as notes in their timelines"], writes: [],
    mapping: [{ theirs: "name", ours: "first_name, last_name" }, { theirs: "email", ours: "email" }, { theirs: "phone", ours: "phone" }, { theirs: "description", ours: "notes" }],
    conflict: bothSides, limits: `100 records a request. Charges are looked at again for 30 days, as they may be given back. ${notes}`,
    left_out: "Subscriptions, invoices, payouts, disputes and customers who were deleted. Payments that this service takes by Stripe are another matter: create_payment."
  },
  {
    key: "paypal", name: "PayPal", kind: "payment_processor", status: "available", authorization: "token",
    needs: [
      { name: "client_id", required: true, means: "Of a live app at developer.paypal.com that may use Transaction Search." },
      { name: "client_secret", required: true, means: "The secret of that app." }
    ],
    direction: "in", reads: ["Transactions, as notes in the timelines of who paid"], writes: [],
    mapping: [{ theirs: "payer_info.email_address", ours: "email" }], conflict: null,
    limits: `100 transactions a request; the first run goes back 180 days, and each looks again at 30. PayPal shows a payment some hours after it was made. ${notes}`,
    left_out: "Payers nobody here knows: their payments are left, with the reason. Payouts, disputes, subscriptions and balances."
  }
] as const satisfies ReadonlyArray<Declaration>
