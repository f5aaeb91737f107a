import { Schema } from "effect"
import { Id } from "#schemas/kernel/ids"

export const ProductId = Id.pipe(Schema.brand("ProductId"))
export type ProductId = typeof ProductId.Type

/** What is bought: one of a product in a size and colour, say. */
export const VariantId = Id.pipe(Schema.brand("VariantId"))
export type VariantId = typeof VariantId.Type

export const CollectionId = Id.pipe(Schema.brand("CollectionId"))
export type CollectionId = typeof CollectionId.Type

export const LocationId = Id.pipe(Schema.brand("LocationId"))
export type LocationId = typeof LocationId.Type

export const CartId = Id.pipe(Schema.brand("CartId"))
export type CartId = typeof CartId.Type

export const DiscountId = Id.pipe(Schema.brand("DiscountId"))
export type DiscountId = typeof DiscountId.Type

export const ShippingRateId = Id.pipe(Schema.brand("ShippingRateId"))
export type ShippingRateId = typeof ShippingRateId.Type

export const FulfillmentId = Id.pipe(Schema.brand("FulfillmentId"))
export type FulfillmentId = typeof FulfillmentId.Type

export const ReturnId = Id.pipe(Schema.brand("ReturnId"))
export type ReturnId = typeof ReturnId.Type
