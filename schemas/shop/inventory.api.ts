import { Conflict, NotFound } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/endpoints"
import { Adjustment, Adjustments, Inventory, inventoryFilters, movement, StockMovement } from "./stock.ts"

export const get_inventory = operation.list("get_inventory", "/inventory", Inventory, {
  filters: inventoryFilters,
  sort: ["id"],
  summary: "Get the inventory",
  description: "What is on hand, set aside and left to sell of each variant whose stock is counted. Test keys have a stock of their own.",
  curated: true
})

export const adjust_inventory = operation.create("adjust_inventory", "/inventory/adjustments", Adjustment, Adjustments, {
  errors: [NotFound, Conflict],
  summary: "Adjust the inventory",
  description: "Writes what was delivered, lost or counted into the journal of the stock, with a reason. What is set aside for orders cannot be " +
    "taken away: that is a conflict, which names it.",
  requiresConsent: true,
  undo: { by: "adjust_inventory" },
  curated: true
})

export const list_inventory_movements = operation.list("list_inventory_movements", "/inventory/movements", StockMovement, {
  ...movement.list,
  by: "-id",
  summary: "List movements of the inventory",
  description: "The journal of the stock: every change with its reason, who made it, and the order that it is about. It sums up to what is there."
})
