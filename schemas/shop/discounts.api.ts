import { Conflict } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/endpoints"
import { Discount, discount, NewDiscount } from "./discount.ts"

export const list_discounts = operation.list("list_discounts", "/discounts", Discount, {
  ...discount.list,
  summary: "List discounts",
  description: "What is taken off carts, and how often each was used. Live and test keys share the discounts, and each mode counts its own uses."
})

export const create_discount = operation.create("create_discount", "/discounts", NewDiscount, Discount, {
  errors: [Conflict],
  tierFloor: "builder",
  summary: "Make a discount",
  description: "Makes a discount for whoever has its code or, without a code, for every cart that it fits. It is taken off until it ends or was used as " +
    "often as it can be; a use counts from the checkout on, and no longer where the order comes to nothing."
})
