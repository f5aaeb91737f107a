import type { Contact } from "./contact.ts"

/** Columns of an exported contact; `custom.<key>` of the company's own fields stand before `created_at`. */
export const exported = [
  "id", "first_name", "last_name", "email", "phone", "company_name", "organization_id", "owner_id", "tags", "notes", "source",
  "score", "created_at", "updated_at"
] as const satisfies ReadonlyArray<keyof Contact>
