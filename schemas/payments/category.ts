import { Schema } from "effect"
import { counting, summing } from "#schemas/crm/counting"
import { category } from "#schemas/kernel/category"
import { Currency } from "#schemas/kernel/money"
import { OrderPaymentState } from "./order.ts"
import { measures } from "./measures.ts"

export const payments = category({
  measures,
  contactTables: {
    orders: { versioned: true, example: 2 },
    payments: { versioned: true, example: 2 },
    payment_methods: { versioned: true, example: 1 },
    invoices: { versioned: true, example: 1 },
    quotes: { versioned: true, example: 1 },
    subscriptions: { versioned: true, example: 1 }
  },
  conditions: {
    orders: counting("orders", {
      payment_state: Schema.optionalKey(OrderPaymentState.annotate({ description: "Any if left out. Orders of test keys and cancelled ones do not count." }))
    }, "placed"),
    revenue: summing("revenue", {
      currency: Schema.optionalKey(Currency.annotate({ description: "The company's if left out. Other currencies do not count." }))
    }, "was paid", "What the contact paid, by card, in cash or by transfer, less what was given back. Payments of test keys do not count.")
  },
  timelineKinds: ["order_placed", "payment", "invoice_finalized", "quote", "subscription_begun"],
  timelineObjects: ["order", "payment", "invoice", "quote", "subscription"],
  personal: {
    payment: { holds: "What a contact paid, with what it was for.", purpose: "To take the money, and for the company's books." },
    payment_method: {
      holds: "Kind, last four digits and expiry of a contact's cards; never a card's number.", purpose: "To charge what the contact agreed to."
    },
    order: { holds: "What a contact bought, with notes and references.", purpose: "To deliver it, and for the company's books." },
    invoice: { holds: "What a contact owes and has paid, with notes and references.", purpose: "To be paid, and for the company's books." },
    quote: { holds: "What was offered to a contact, with notes and references, and the name of who accepted it.", purpose: "To agree on what is sold." },
    subscription: { holds: "What a contact pays for period by period.", purpose: "To bill what the contact agreed to." }
  },
  events: {
    order: {
      created: "An order was placed.",
      paid: "An order was paid in full.",
      cancelled: "An order was cancelled.",
      fulfilled: "All of an order was shipped."
    },
    payment: {
      succeeded: "A payment arrived.",
      failed: "A payment was refused.",
      requires_action: "The customer has to confirm a payment.",
      refunded: "A payment was given back, in part or whole."
    },
    invoice: {
      finalized: "An invoice got its number and can no longer change.",
      sent: "An invoice was sent to its customer.",
      paid: "An invoice was paid in full.",
      overdue: "An invoice was not paid in its time.",
      voided: "An invoice was declared void.",
      credited: "A credit note took back a part or all of an invoice."
    },
    quote: {
      sent: "A quote was sent to its customer.",
      accepted: "A customer accepted a quote, which became an order or an invoice."
    },
    subscription: {
      created: "A subscription began.",
      renewed: "A subscription entered its next period.",
      changed: "A subscription changed its plan or quantity.",
      past_due: "A subscription's payment is late.",
      paused: "A subscription was paused.",
      resumed: "A paused subscription goes on.",
      canceled: "A subscription ended or was told to end."
    }
  },
  firstStep: {
    title: "Write the first invoice",
    why: "It stays a draft, to be looked at, until it is finalized.",
    by: "create_invoice",
    done: { list: "list_invoices" }
  }
})
