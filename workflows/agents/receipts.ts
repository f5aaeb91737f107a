import { type ReceiptQuery, Receipts } from "#layers/agents/receipts"

export const list_receipts = (query: ReceiptQuery) => Receipts.use((receipts) => receipts.page(query))
