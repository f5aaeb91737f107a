import { Ledger } from "#layers/payments/ledger"
import type { Input } from "#schemas/kernel/catalog"
import type * as api from "#schemas/payments/ledger.api"

export const get_balance = () => Ledger.use((ledger) => ledger.balance)

export const list_ledger_entries = (query: Input<typeof api.list_ledger_entries>) => Ledger.use((ledger) => ledger.page(query))
