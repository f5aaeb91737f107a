export * from "./ledger.ts"
export * from "./orders.ts"
export { list_tax_rates, set_tax_rates } from "./tax.ts"
