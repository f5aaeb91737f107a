import { Conflict, NotFound } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/endpoints"
import { NewReturn, Return } from "./return.ts"

export const create_return = operation.create("create_return", "/returns", NewReturn, Return, {
  errors: [NotFound, Conflict],
  summary: "Take goods back",
  description: "Notes what came back of an order, puts it into stock again where it can be sold, and gives back what was paid of it, to the " +
    "cent: all parts of an order that come back one after another come to exactly what was paid. The money goes through the payments of the " +
    "order. What was paid by transfer or in cash cannot: that is a conflict, which says what can be done. With `exchange`, something else of " +
    "the same price is sent instead.",
  requiresConsent: true,
  undo: "nothing",
  tierFloor: "builder"
})
