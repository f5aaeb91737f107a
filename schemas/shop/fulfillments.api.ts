import { Conflict, NotFound } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/endpoints"
import { Fulfillment, fulfillment, Fulfillments, NewFulfillment, Shipment } from "./fulfillment.ts"

export const list_fulfillments = operation.list("list_fulfillments", "/fulfillments", Fulfillment, {
  ...fulfillment.list,
  summary: "List fulfilments",
  description: "What of orders was prepared, shipped and delivered. Those of live and of test keys are apart.",
  curated: true
})

export const create_fulfillment = operation.create("create_fulfillment", "/fulfillments", NewFulfillment, Fulfillments, {
  errors: [NotFound, Conflict],
  summary: "Prepare a fulfilment",
  description: "Prepares what is left of a paid order, or the `items` that are named, to be sent from where the goods are set aside: one " +
    "fulfilment for each such place, or one from the place that is named. More than is left is a conflict, which says what is left.",
  curated: true
})

export const ship_fulfillment = operation.transition("ship_fulfillment", "/fulfillments/:id/ship", Fulfillment, {
  payload: Shipment,
  errors: [Conflict],
  summary: "Ship a fulfilment",
  description: "It left: the goods are taken from stock, the order follows, and the customer gets an e-mail with the address for tracking, " +
    "of test keys a simulated one. Of one that has left already, only carrier, number and address are changed.",
  idempotent: true,
  curated: true
})

export const deliver_fulfillment = operation.transition("deliver_fulfillment", "/fulfillments/:id/deliver", Fulfillment, {
  errors: [Conflict],
  summary: "Mark a fulfilment as delivered",
  description: "It arrived at the customer. One that was delivered stays as it is.",
  idempotent: true
})
