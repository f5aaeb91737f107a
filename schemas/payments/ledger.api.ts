import { operation } from "#schemas/kernel/endpoints"
import { Balance, ledgerEntry, LedgerEntry } from "./ledger.ts"

export const get_balance = operation.get("get_balance", "/gateway/balance", Balance, {
  summary: "Get the balance",
  description: "What each account of the company's books holds, by currency, from the ledger. Live and test keys have books of their own.",
  curated: true
})

export const list_ledger_entries = operation.list("list_ledger_entries", "/gateway/ledger", LedgerEntry, {
  ...ledgerEntry.list,
  summary: "List ledger entries",
  description: "Every movement of money as the entries of double-entry transactions, each of which sums up to zero. Entries are never changed " +
    "or deleted; a correction is a new transaction.",
  tierFloor: "professional"
})
