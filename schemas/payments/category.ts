import { category } from "#schemas/kernel/category"

export const payments = category({
  contactTables: {
    orders: { versioned: true, example: 2 }
  },
  timelineKinds: ["order_placed"],
  timelineObjects: ["order"],
  personal: {
    order: { holds: "What a contact bought, with notes and references.", purpose: "To deliver it, and for the company's books." }
  },
  events: {
    order: {
      created: "An order was placed.",
      paid: "An order was paid in full.",
      cancelled: "An order was cancelled.",
      fulfilled: "All of an order was shipped."
    }
  }
})
