import { Schema } from "effect"
import { ContactId } from "#schemas/crm/contact"
import { defaulted } from "#schemas/kernel/defaulted"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { Cents, inCents } from "#schemas/kernel/money"
import { phrase } from "#schemas/kernel/phrase"
import { line } from "#schemas/kernel/text"
import { OrderId } from "#schemas/payments/order"
import { words } from "#schemas/payments/payment"
import { RefundId } from "#schemas/payments/refund"
import { lineAndQuantity, lineTwice } from "./fulfillment.ts"
import { LocationId, ReturnId, VariantId } from "./ids.ts"

const itemReason = Schema.NullOr(line(200)).annotate({ description: "Why it came back.", examples: ["Too small"] })

const Taken = Schema.Struct({
  line: Schema.Int.annotate({ description: "Which of the order's `lines`; the first is 1.", examples: [1] }),
  variant_id: VariantId,
  quantity: Schema.Int.annotate({ examples: [1] }),
  restock: Schema.Boolean,
  reason: Schema.NullOr(Schema.String).annotate({ examples: ["Too small"] }),
  amount: Cents.annotate({ description: inCents("What was paid of these, with tax and after discounts.") })
}).annotate({ identifier: "ReturnedItem" })

/** Goods of an order that came back. */
export const returned = entity("Return", {
  id: field.readOnly(ReturnId),
  order_id: field.readOnly(OrderId),
  contact_id: field.readOnly(Schema.NullOr(ContactId).annotate({ description: "Who sent them back; `null` once the person was erased." })),
  location_id: field.readOnly(Schema.NullOr(LocationId).annotate({ description: "Where they are put; `null`: from where each was sent." })),
  items: field.readOnly(Schema.Array(Taken)),
  reason: field.readOnly(Schema.NullOr(Schema.String).annotate({ examples: ["Sent back"] })),
  exchange: field.readOnly(Schema.Array(Schema.Struct({
    line: Schema.Int.annotate({ description: "Of these, which came back.", examples: [1] }),
    variant_id: VariantId,
    quantity: Schema.Int.annotate({ examples: [1] }),
    sent_as: Schema.Int.annotate({ description: "Its own line, by which fulfilments and returns call it.", examples: [3] })
  }).annotate({ identifier: "ExchangedItem" })).annotate({ description: "What is sent in place of what came back." })),
  amount: field.readOnly(Cents.annotate({ description: "What is given back, in the currency's smallest unit, with that of shipping." })),
  shipping_amount: field.readOnly(Cents.annotate({ description: inCents("What of that was paid for shipping.") })),
  currency: field.readOnly(Schema.String.annotate({ examples: ["USD"] })),
  refund_ids: field.readOnly(Schema.Array(RefundId).annotate({ description: "The refunds by which it is given back; several where several payments paid the order." })),
  livemode: field.readOnly(Schema.Boolean.annotate({ description: "Of an order that was made with a live key." })),
  ...versioned
}, { description: "Goods of an order that came back.", label: ({ id }) => phrase`return ${id}`, sort: ["id"] })
export const Return = returned.read.annotate({ identifier: "Return", description: "Goods of an order that came back." })
export type Return = typeof Return.Type

const NewReturnItem = Schema.Struct({
  ...lineAndQuantity,
  restock: defaulted(Schema.Boolean.annotate({ description: "It can be sold again, so that it goes back into stock.", examples: [true] }), true),
  reason: defaulted(itemReason, null)
}).annotate({ identifier: "NewReturnItem" })

const NewExchange = Schema.Struct({
  ...lineAndQuantity,
  variant_id: VariantId.annotate({ description: "What is sent instead: the same, or another of the same price." })
}).annotate({ identifier: "NewExchange" })
export type NewExchange = typeof NewExchange.Type

export const NewReturn = Schema.Struct({
  order_id: OrderId,
  items: Schema.Array(NewReturnItem).check(Schema.isMinLength(1), Schema.isMaxLength(200)).annotate({
    description: "What came back: no more than was shipped and not returned yet."
  }),
  exchange: defaulted(Schema.Array(NewExchange).check(Schema.isMaxLength(200)).annotate({
    description: "What is sent in place of some of it. No money goes back for those; what is sent is set aside, and prepared like the rest of the order.",
    examples: [[]]
  }), []),
  location_id: Schema.optionalKey(LocationId.annotate({ description: "Where it is put; from where each was sent if left out." })),
  reason: defaulted(Schema.NullOr(words(500)).annotate({ description: "Why, for the company.", examples: ["Sent back"] }), null),
  refund: defaulted(Schema.Boolean.annotate({
    description: "The money goes back through the payments of the order. `false` gives nothing back: where it was paid by transfer or in cash, say.", examples: [true]
  }), true),
  refund_shipping: defaulted(Schema.Boolean.annotate({
    description: "What was paid for shipping goes back too, once.", examples: [false]
  }), false)
}).check(Schema.makeFilter(({ items, refund, refund_shipping }) =>
  refund_shipping && !refund ? { path: ["refund_shipping"], issue: "without `refund` nothing is given back" } : lineTwice("items")(items)
)).annotate({ identifier: "NewReturn" })
export type NewReturn = typeof NewReturn.Type
