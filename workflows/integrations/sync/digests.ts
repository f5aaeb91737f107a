import { hash } from "node:crypto"
import type { Contact } from "#schemas/crm/contact"
import { type ContactField, contactFields } from "#schemas/integrations/integration"

/** A short name for values, the same as long as they are, in whatever order. */
export const digestOf = (values: Readonly<Record<string, unknown>>): string =>
  hash("sha256", JSON.stringify(Object.entries(values).toSorted(([a], [b]) => a < b ? -1 : 1)), "base64url").slice(0, 22)

/** What of a contact another system can have too. */
export const factsOfContact = (contact: Pick<Contact, ContactField>): Record<ContactField, string | null> =>
  Object.fromEntries(contactFields.map((field) => [field, contact[field]])) as Record<ContactField, string | null>

export const digestOfContact = (contact: Pick<Contact, ContactField>): string => digestOf(factsOfContact(contact))
