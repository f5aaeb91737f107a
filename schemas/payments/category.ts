import { category } from "#schemas/kernel/category"

export const payments = category({
  contactTables: {
    orders: { versioned: true, example: 2 },
    payments: { versioned: true, example: 2 },
    payment_methods: { versioned: true, example: 1 }
  },
  timelineKinds: ["order_placed", "payment"],
  timelineObjects: ["order", "payment"],
  personal: {
    payment: { holds: "What a contact paid, with what it was for.", purpose: "To take the money, and for the company's books." },
    payment_method: {
      holds: "Kind, last four digits and expiry of a contact's cards; never a card's number.", purpose: "To charge what the contact agreed to."
    },
    order: { holds: "What a contact bought, with notes and references.", purpose: "To deliver it, and for the company's books." }
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
    }
  }
})
