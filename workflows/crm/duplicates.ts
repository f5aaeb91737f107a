import { type DuplicateQuery, Duplicates } from "#layers/crm/duplicates"

export const find_duplicate_contacts = (query: DuplicateQuery) => Duplicates.use((duplicates) => duplicates.page(query))
