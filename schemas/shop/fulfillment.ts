import { Schema } from "effect"
import { ContactId } from "#schemas/crm/contact"
import { defaulted } from "#schemas/kernel/defaulted"
import { entity, field, since, versioned } from "#schemas/kernel/entity"
import { phrase } from "#schemas/kernel/phrase"
import { line, prose } from "#schemas/kernel/text"
import { Instant, Timestamp } from "#schemas/kernel/time"
import { OrderId } from "#schemas/payments/order"
import { CARRIERS } from "./carriers.ts"
import { FulfillmentId, LocationId, VariantId } from "./ids.ts"

export const FulfillmentState = Schema.Literals(["prepared", "shipped", "delivered", "canceled"]).annotate({
  description: "`prepared` until it leaves; `canceled` with its order, before it left.", examples: ["prepared"]
})

/** Which line of an order, and how many of it. */
export const lineAndQuantity = {
  line: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000 })).annotate({
    description: "Which of the order's `lines`; the first is 1.", examples: [1]
  }),
  quantity: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 })).annotate({ description: "How many of it.", examples: [1] })
}

/** What is wrong with a list that names a line twice. */
export const lineTwice = (field: string) => (items: ReadonlyArray<{ readonly line: number }>) => {
  const place = items.findIndex(({ line }, n) => items.findIndex((one) => one.line === line) < n)
  return place === -1 ? undefined : { path: [field, place, "line"], issue: "the line is named before" }
}

const Carrier = line(60).annotate({ description: `Who brings it. Of ${CARRIERS} the page for tracking is known.`, examples: ["UPS"] })
const TrackingNumber = line(100).annotate({ description: "The carrier's number of it.", examples: ["1Z999AA10123456784"] })

/** What of an order leaves together, from one place. */
export const fulfillment = entity("Fulfillment", {
  id: field.readOnly(FulfillmentId),
  order_id: field.readOnly(OrderId),
  contact_id: field.readOnly(Schema.NullOr(ContactId).annotate({ description: "Who gets it; `null` once the person was erased." })),
  location_id: field.readOnly(LocationId.annotate({ description: "From where it is sent." })),
  state: field.readOnly(FulfillmentState),
  items: field.readOnly(Schema.Array(Schema.Struct({
    line: Schema.Int.annotate({ description: "Which of the order's `lines`; the first is 1.", examples: [1] }),
    variant_id: VariantId,
    quantity: Schema.Int.annotate({ examples: [1] })
  }).annotate({ identifier: "FulfillmentItem" }))),
  carrier: field.readOnly(Schema.NullOr(Schema.String).annotate({ examples: ["UPS"] })),
  tracking_number: field.readOnly(Schema.NullOr(Schema.String).annotate({ examples: ["1Z999AA10123456784"] })),
  tracking_url: field.readOnly(Schema.NullOr(Schema.String).annotate({
    description: "Where the customer sees where it is.", examples: ["https://www.ups.com/track?tracknum=1Z999AA10123456784"]
  })),
  shipped_at: field.readOnly(Schema.NullOr(Timestamp)),
  delivered_at: field.readOnly(Schema.NullOr(Timestamp)),
  livemode: field.readOnly(Schema.Boolean.annotate({ description: "Of an order that was made with a live key." })),
  ...versioned
}, {
  description: "What of an order leaves together, from one place.",
  label: ({ id }) => phrase`fulfillment ${id}`,
  filters: {
    order_id: OrderId,
    contact_id: ContactId,
    location_id: LocationId,
    state: FulfillmentState,
    since: since("created_at", Instant.annotate({ description: "Prepared at or after this." }))
  },
  sort: ["id", "created_at"]
})
export const Fulfillment = fulfillment.read
export type Fulfillment = typeof Fulfillment.Type

const FulfillmentLine = Schema.Struct(lineAndQuantity).annotate({ identifier: "NewFulfillmentItem" })

export const NewFulfillment = Schema.Struct({
  order_id: OrderId.annotate({ description: "An order that is paid." }),
  location_id: Schema.optionalKey(LocationId.annotate({
    description: "From where it is sent; where the goods are set aside if left out, which may be several places."
  })),
  items: Schema.optionalKey(Schema.Array(FulfillmentLine).check(Schema.isMinLength(1), Schema.isMaxLength(200)).annotate({
    description: "What is sent; all that is left of the order if left out."
  }))
}).check(Schema.makeFilter(({ items = [] }) => lineTwice("items")(items))).annotate({ identifier: "NewFulfillment" })
export type NewFulfillment = typeof NewFulfillment.Type

export const Fulfillments = Schema.Struct({
  fulfillments: Schema.Array(Fulfillment).annotate({ description: "One for each place from which the goods are sent." })
}).annotate({ identifier: "Fulfillments" })

const isWeb = (text: string) => /^https?:$/u.test(URL.parse(text)?.protocol ?? "")

export const Shipment = Schema.Struct({
  carrier: Schema.optionalKey(Carrier),
  tracking_number: Schema.optionalKey(TrackingNumber),
  tracking_url: Schema.optionalKey(prose(2_000).check(Schema.makeFilter(isWeb, {
    expected: "a web address", toJsonSchema: () => ({ format: "uri" })
  })).annotate({
    description: "Where the customer sees where it is; of a known carrier it follows from the number if left out.",
    examples: ["https://www.ups.com/track?tracknum=1Z999AA10123456784"]
  })),
  notify: defaulted(Schema.Boolean.annotate({ description: "The customer is told by e-mail, with the address for tracking.", examples: [true] }), true)
}).annotate({ identifier: "Shipment" })
export type Shipment = typeof Shipment.Type
