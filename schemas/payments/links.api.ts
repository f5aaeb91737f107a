import { Conflict, NotFound } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/endpoints"
import { paymentLink, PaymentLink } from "./link.ts"

export const create_payment_link = operation.create("create_payment_link", "/gateway/payment-links", paymentLink.create, PaymentLink, {
  errors: [NotFound, Conflict],
  surfaces: ["portal"],
  summary: "Make a payment link",
  description: "Makes the address of a page on which somebody pays without an account: an `amount`, or what is left of an order or an invoice. It is reusable " +
    "or for a single use, and may expire. A test key's link is paid with test cards; a live key's leads to the payment provider's own page. " +
    "Payments by it belong to the contact of the order or invoice, or to the contact of the e-mail address that the payer gave, which is made where there is none; " +
    "without an address they have no contact.",
  curated: true
})

export const list_payment_links = operation.list("list_payment_links", "/gateway/payment-links", PaymentLink, {
  ...paymentLink.list,
  summary: "List payment links",
  description: "Payment links with their addresses and how many times they were paid. Those of live and of test keys are apart."
})

export const get_payment_link = operation.get("get_payment_link", "/gateway/payment-links/:id", PaymentLink, {
  summary: "Get a payment link",
  description: "One payment link with its address, its state and how many times it was paid."
})

export const deactivate_payment_link = operation.transition("deactivate_payment_link", "/gateway/payment-links/:id/deactivate", PaymentLink, {
  summary: "Deactivate a payment link",
  description: "Nobody can begin to pay by it any more, and payments that wait for the payer to confirm them are let go. A payment that the provider " +
    "has already been told to take is finished. A deactivated link stays so.",
  idempotent: true
})
