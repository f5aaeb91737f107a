import { Duplicates } from "#layers/crm/duplicates"
import type * as api from "#schemas/crm/duplicates.api"
import type { Input } from "#schemas/kernel/catalog"

export const find_duplicate_contacts = (query: Input<typeof api.find_duplicate_contacts>) =>
  Duplicates.use((duplicates) => duplicates.page(query))
