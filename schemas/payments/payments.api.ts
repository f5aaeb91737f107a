import { Conflict, NotFound } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/endpoints"
import { Capture, NewPayment, payment, Payment, PaymentId } from "./payment.ts"
import { refund, Refund } from "./refund.ts"

const waits = "The answer waits a few seconds for the provider; in state `processing` it is not known yet, and an event tells the end."

export const create_payment = operation.create("create_payment", "/gateway/payments", NewPayment, Payment, {
  errors: [NotFound, Conflict],
  summary: "Take a payment",
  description: "Charges a contact through the payment provider: a saved method (`payment_method_id`) or a token of the provider " +
    `(\`payment_method\`), for an order, an invoice or an amount. It is charged once, whatever fails in between. ${waits}`,
  requiresConsent: true,
  undo: "nothing"
})

export const list_payments = operation.list("list_payments", "/gateway/payments", Payment, {
  ...payment.list,
  summary: "List payments",
  description: "What contacts paid. Filters narrow together. Payments of live and of test keys are apart.",
  curated: true
})

export const get_payment = operation.get("get_payment", "/gateway/payments/:id", Payment, {
  summary: "Get a payment",
  description: "One payment with its state, what was taken, and what was given back."
})

export const capture_payment = operation.create("capture_payment", "/gateway/payments/:id/capture", Capture, Payment, {
  params: { id: PaymentId },
  status: 200,
  errors: [Conflict],
  summary: "Capture a payment",
  description: `Takes what was authorized, or less; the rest is let go. A payment that was captured so stays as it is. ${waits}`,
  idempotent: true,
  requiresConsent: true,
  undo: "nothing"
})

export const refund_payment = operation.create("refund_payment", "/gateway/payments/:id/refunds", refund.create, Refund, {
  params: { id: PaymentId },
  errors: [Conflict],
  summary: "Refund a payment",
  description: `Gives back what was taken, in part or whole, never more than that. ${waits}`,
  destructive: true,
  requiresConsent: true,
  undo: "nothing",
  curated: true
})

export const list_refunds = operation.list("list_refunds", "/gateway/refunds", Refund, {
  ...refund.list,
  summary: "List refunds",
  description: "What was given back, of which payments. Refunds of live and of test keys are apart."
})

export const get_refund = operation.get("get_refund", "/gateway/refunds/:id", Refund, {
  summary: "Get a refund",
  description: "One refund with its state."
})
