import { sealedColumns } from "../auth/sealed-columns.ts"
import { addressesOf } from "../payments/category.ts"

/** Addresses of calendars elsewhere, which are secrets themselves, and the passwords of accounts. */
export const connectionSecrets = sealedColumns({
  table: "calendar_connections",
  key: { company_id: "bigint", id: "bigint" },
  columns: ["secret"],
  about: ({ company_id }: { readonly company_id: number }) => `calendar of company ${company_id}`
})

export const feedTokens = addressesOf("calendar_feeds", "calendar feed")
