import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { entity, field, since } from "#schemas/kernel/entity"
import { Id } from "#schemas/kernel/ids"
import { phrase, word } from "#schemas/kernel/phrase"
import { line } from "#schemas/kernel/text"
import { Instant, Timestamp } from "#schemas/kernel/time"
import { OrderId } from "#schemas/payments/order"
import { LocationId, ProductId, VariantId } from "./ids.ts"

/** The most that is counted of anything. */
const MOST = 1_000_000_000

const onHand = Schema.Int.annotate({ description: "So many lie there.", examples: [12] })
const reserved = Schema.Int.annotate({ description: "So many of them are set aside for orders that were not sent yet.", examples: [2] })
const available = Schema.Int.annotate({ description: "So many can be sold; below zero where backorders are owed.", examples: [10] })

const StockLevel = Schema.Struct({
  location_id: LocationId, on_hand: onHand, reserved, available
}).annotate({ identifier: "StockLevel" })

/** What is in stock of a variant, in the mode of the caller's key. */
export const Inventory = Schema.Struct({
  id: VariantId.annotate({ description: "The variant." }),
  product_id: ProductId,
  title: Schema.String.annotate({ description: "Of the product and the variant.", examples: ["Shirt, M"] }),
  sku: Schema.NullOr(Schema.String).annotate({ examples: ["SHIRT-M"] }),
  on_hand: onHand, reserved, available,
  backorder_limit: Schema.Int.annotate({ description: "So many can be sold before they are there.", examples: [0] }),
  low_stock_at: Schema.NullOr(Schema.Int).annotate({ description: "`inventory.low` is told when so many or fewer are left to sell.", examples: [5] }),
  locations: Schema.Array(StockLevel)
}).annotate({ identifier: "Inventory", description: "What is in stock of a variant, in the mode of the caller's key." })
export type Inventory = typeof Inventory.Type

export const inventoryFilters = {
  product_id: ProductId,
  location_id: LocationId,
  low_stock: Schema.Literals(["true", "false"]).annotate({ description: "Whether no more is left to sell than `low_stock_at`.", examples: ["true"] })
}

const kinds = ["adjustment", "reservation", "release", "fulfillment", "return"] as const

const MovementKind = Schema.Literals(kinds).annotate({
  description: "`reservation` and `release`: set aside for an order, and given back. `fulfillment`: sent. `return`: came back.", examples: ["adjustment"]
})

/** A change of what is in stock, which is never changed itself: they sum up to what is there. */
export const movement = entity("StockMovement", {
  id: field.readOnly(Id),
  variant_id: field.readOnly(VariantId),
  location_id: field.readOnly(LocationId),
  kind: field.readOnly(MovementKind),
  on_hand_change: field.readOnly(Schema.Int.annotate({ examples: [12] })),
  reserved_change: field.readOnly(Schema.Int.annotate({ examples: [0] })),
  reason: field.readOnly(Schema.NullOr(Schema.String).annotate({ examples: ["Counted"] })),
  order_id: field.readOnly(Schema.NullOr(OrderId)),
  actor: field.readOnly(Schema.String.annotate({ description: "Whose request it was: a key, a person, a visitor, or `run` for durable work.", examples: ["key 7"] })),
  livemode: field.readOnly(Schema.Boolean.annotate({ description: "Of the stock of live keys, or of that of test keys." })),
  created_at: field.readOnly(Timestamp)
}, {
  description: "A change of what is in stock.",
  label: ({ id, kind }) => phrase`${word("kind", kind)} ${id}`,
  filters: { variant_id: VariantId, location_id: LocationId, kind: MovementKind, order_id: OrderId, since: since("created_at", Instant) },
  sort: ["id"]
})
export const StockMovement = movement.read
export type StockMovement = typeof StockMovement.Type

const Adjusted = Schema.Struct({
  variant_id: VariantId,
  location_id: defaulted(Schema.NullOr(LocationId).annotate({ description: "The first of the locations if left out." }), null),
  change: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: -MOST, maximum: MOST })).annotate({
    description: "So many more, or fewer.", examples: [12]
  })),
  on_hand: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: MOST })).annotate({
    description: "In place of `change`: so many were counted.", examples: [12]
  }))
}).check(Schema.makeFilter(({ change, on_hand }) =>
  (change === undefined) === (on_hand === undefined) ? { path: ["change"], issue: "either `change` or `on_hand` is needed" } : undefined
)).annotate({ identifier: "AdjustedStock" })
export type Adjusted = typeof Adjusted.Type

const place = ({ location_id, variant_id }: Adjusted) => `${variant_id} at ${location_id}`

export const Adjustment = Schema.Struct({
  items: Schema.Array(Adjusted).check(
    Schema.isMinLength(1), Schema.isMaxLength(200)
  ).annotate({ description: "1 to 200: all of them, or none where one cannot be." }).check(
    Schema.makeFilter((items: ReadonlyArray<Adjusted>) => new Set(items.map(place)).size === items.length, { expected: "each variant once at a location" })
  ),
  reason: line(200).annotate({ description: "What the journal says of it.", examples: ["Counted"] })
}).annotate({
  identifier: "InventoryAdjustment",
  examples: [{ items: [{ variant_id: VariantId.make(42), location_id: null, change: 12 }], reason: "Delivered" }]
})

export const Adjustments = Schema.Struct({
  movements: Schema.Array(StockMovement).annotate({ description: "In the order of the items; none for an item that changed nothing." })
}).annotate({ identifier: "InventoryAdjustments" })
