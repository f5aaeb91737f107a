import { NotFound } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/endpoints"
import { paymentMethod, PaymentMethod } from "./method.ts"

export const list_payment_methods = operation.list("list_payment_methods", "/gateway/payment-methods", PaymentMethod, {
  ...paymentMethod.list,
  surfaces: ["portal"],
  summary: "List payment methods",
  description: "The cards and accounts that contacts let the company charge, by kind and last four digits."
})

export const add_payment_method = operation.create("add_payment_method", "/gateway/payment-methods", paymentMethod.create, PaymentMethod, {
  errors: [NotFound],
  surfaces: ["portal"],
  summary: "Save a payment method",
  description: "Keeps a card or an account of a contact with the payment provider, by the provider's token. The answer waits a few seconds for " +
    "the provider; only in state `active` it can be charged."
})

export const remove_payment_method = operation.remove("remove_payment_method", "/gateway/payment-methods/:id", PaymentMethod, {
  surfaces: ["portal"],
  summary: "Remove a payment method",
  description: "Forgets a card or an account of a contact, here and at the payment provider.",
  requiresConsent: true,
  undo: "nothing"
})
