import { Conflict } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/endpoints"
import { order, Order } from "./order.ts"

export const list_orders = operation.list("list_orders", "/orders/", Order, {
  ...order.list,
  summary: "List orders",
  description: "What contacts bought. Filters narrow together. Orders of live and of test keys are apart.",
  curated: true
})

export const get_order = operation.get("get_order", "/orders/:id", Order, {
  summary: "Get an order",
  description: "One order with its lines, its taxes, and what was paid.",
  curated: true
})

export const create_order = operation.create("create_order", "/orders/", order.create, Order, {
  summary: "Place an order",
  description: "Places an order of a contact: either over an `amount`, or with `lines` from which amount and tax follow by the tax rates that " +
    "are set now. Amounts are in the currency's smallest unit. No money moves yet.",
  curated: true
})

export const update_order = operation.update("update_order", "/orders/:id", order.change, Order, {
  errors: [Conflict],
  summary: "Change an order",
  description: "Changes the fields that are sent. What it costs can be changed only while it is open and nothing was paid or authorized for it; " +
    "new lines are taxed by the rates of now."
})

export const cancel_order = operation.transition("cancel_order", "/orders/:id/cancel", Order, {
  errors: [Conflict],
  summary: "Cancel an order",
  description: "Cancels an order of which nothing was shipped. What was paid for it is refunded. A cancelled order stays as it is.",
  destructive: true,
  idempotent: true,
  requiresConsent: true,
  undo: "nothing",
  curated: true
})
