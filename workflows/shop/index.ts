export { adjust_inventory, get_inventory, list_inventory_movements } from "./inventory.ts"
export * from "./locations.ts"
export { create_fulfillment, deliver_fulfillment, list_fulfillments, ship_fulfillment } from "./fulfillments.ts"
export { create_return } from "./returns.ts"
