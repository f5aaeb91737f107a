import { Schema } from "effect"
import { counting } from "#schemas/crm/counting"
import { category } from "#schemas/kernel/category"
import { line } from "#schemas/kernel/text"
import { ProductId, VariantId } from "./ids.ts"
import { measures } from "./measures.ts"

export const shop = category({
  measures,
  contactTables: {
    carts: { versioned: true, example: 1 },
    fulfillments: { versioned: true, example: 1 },
    returns: { versioned: true, example: 0 }
  },
  conditions: {
    purchases: counting("purchases", {
      product_id: Schema.optionalKey(ProductId.annotate({ description: "Of this product; of any if left out." })),
      variant_id: Schema.optionalKey(VariantId.annotate({ description: "Of this variant; of any if left out." })),
      tag: Schema.optionalKey(line(100).annotate({ description: "Of products with this tag; of any if left out.", examples: ["books"] }))
    }, "bought").annotate({
      description: "How many pieces the contact bought in the shop and did not send back. Only orders that are paid count, not those of test keys."
    })
  },
  timelineKinds: ["order_shipped", "goods_returned"],
  timelineObjects: ["fulfillment", "return"],
  personal: {
    cart: { holds: "What a contact meant to buy, with an e-mail address and where it would be sent.", purpose: "To sell it." },
    fulfillment: { holds: "What was sent to a contact, with the carrier's number.", purpose: "To deliver what was bought." },
    return: { holds: "What a contact sent back, and why.", purpose: "To give the money back, and for the company's books." }
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
  },
  firstStep: {
    title: "Add the first product",
    why: "A draft is seen by nobody until it is made active.",
    by: "create_product",
    done: { list: "list_products" }
  }
})
