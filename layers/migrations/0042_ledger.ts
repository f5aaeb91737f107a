import { Effect } from "effect"
import { accounts, entries } from "./0042_ledger/entries.ts"
import { orders } from "./0042_ledger/orders.ts"

/** The company's books, what is taxed how, and orders. */
export default Effect.gen(function*() {
  yield* accounts
  yield* entries
  yield* orders
})
