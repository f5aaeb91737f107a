import { Effect, Option } from "effect"
import { AnswerLater } from "#layers/kernel/answer-later"
import { PaymentMethods } from "#layers/payments/methods"
import type { InvoiceId } from "#schemas/payments/invoice"
import type { Subscription } from "#schemas/payments/subscription"
import { create_payment } from "./payments.ts"

/** Charges an invoice to the saved method of its subscription. Answers with the payment; with nothing where it cannot even be tried. */
export const collect = Effect.fnUntraced(function*({ contact_id, payment_method_id }: Subscription, invoice_id: InvoiceId) {
  if (payment_method_id === null) return null
  const method = yield* PaymentMethods.use((methods) => methods.find(payment_method_id))
  if (Option.isNone(method) || method.value.state !== "active" || method.value.contact_id !== contact_id) return null
  return yield* create_payment({ invoice_id, payment_method_id, capture: true, description: null }).pipe(
    /* The answer of the request in progress is about the subscription. */
    Effect.provideService(AnswerLater, undefined),
    Effect.map(({ id }) => id),
    Effect.catch((error) => Effect.as(Effect.logWarning("an invoice of a subscription was not charged", error), null))
  )
})
