import { sealedColumns } from "../auth/sealed-columns.ts"
import { category } from "../kernel/category.ts"

export const providerCredentials = sealedColumns({
  table: "provider_credentials",
  key: { company_id: "bigint", provider: "text" },
  columns: ["sealed"],
  about: ({ company_id, provider }) => `credentials of company ${company_id} at ${provider}`
})

export const providers = category({ sealed: [providerCredentials] })
