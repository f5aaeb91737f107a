export { checkout_cart } from "./checkout.ts"
export { adjust_inventory, get_inventory, list_inventory_movements } from "./inventory.ts"
export * from "./locations.ts"
