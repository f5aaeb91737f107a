import { category } from "#schemas/kernel/category"

export const shop = category({
  contactTables: {
    carts: { versioned: true, example: 1 }
  },
  personal: {
    cart: { holds: "What a contact meant to buy, with an e-mail address and where to send it.", purpose: "To sell it." }
  },
  events: {
    product: {
      created: "A product was added.",
      updated: "A product was changed.",
      archived: "A product was taken out of sale."
    },
    inventory: {
      low: "Stock fell below its mark."
    },
    cart: {
      abandoned: "A cart that holds something was left for long."
    },
    fulfillment: {
      created: "A shipment was prepared.",
      shipped: "A shipment left.",
      delivered: "A shipment arrived."
    },
    return: {
      created: "Goods were taken back."
    }
  }
})
