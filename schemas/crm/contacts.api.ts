import { Schema, Struct } from "effect"
import { Conflict, NotFound } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/endpoints"
import { BIN_DAYS } from "./bin.ts"
import { contact, Contact, NewContact, Tags } from "./contact.ts"
import { customColumns, CustomFilters } from "./custom-field.ts"
import { SegmentId } from "./segment.ts"

const more = {
  segment_id: Schema.optionalKey(SegmentId.annotate({ description: "Only those that the segment's filter fits." })),
  custom_field: CustomFilters
}

/** Which contacts a list or an export has. */
export const contactFilters = { ...Struct.map(contact.list.filters, Schema.optionalKey), ...more }

export const list_contacts = operation.list("list_contacts", "/contacts", Contact, {
  ...contact.list,
  query: more,
  keyedColumns: customColumns("contact"),
  summary: "List contacts",
  description: "The company's contacts. `search` finds each of its words anywhere in name, e-mail, phone or company name, " +
    "and similar spellings where nothing matches exactly; `organization_id` is a company of `/crm/companies`. " +
    "`sort` takes a `-` for descending.",
  curated: true
})

export const get_contact = operation.get("get_contact", "/contacts/:id", Contact, {
  summary: "Get a contact",
  description: "One contact of the company, with its tags, the company's own fields and its score.",
  curated: true,
  /* A score changes without the contact. */
  noConditionalGet: true
})

export const create_contact = operation.create("create_contact", "/contacts", NewContact, Contact, {
  errors: [NotFound, Conflict],
  summary: "Add a contact",
  description: "Adds a person; a name, an e-mail address or a phone number is needed. An address that another contact " +
    "already has is a conflict that names it. With `organization_id`, `company_name` is that company's name.",
  curated: true
})

export const update_contact = operation.update("update_contact", "/contacts/:id", contact.change, Contact, {
  errors: [Conflict],
  summary: "Change a contact",
  curated: true
})

export const delete_contact = operation.remove("delete_contact", "/contacts/:id", Contact, {
  summary: "Delete a contact",
  description: `Puts the contact into the bin, where it can be restored for ${BIN_DAYS} days.`,
  requiresConsent: true,
  undo: { by: "restore_contact", days: BIN_DAYS },
  curated: true
})

export const restore_contact = operation.restore("restore_contact", "/contacts/:id/restore", Contact, {
  errors: [Conflict],
  summary: "Restore a contact",
  description: "Takes a contact out of the bin. A conflict if another contact has its e-mail address by now."
})

const ContactTags = Schema.Struct({ tags: Tags }).annotate({ identifier: "ContactTags" })

export const set_contact_tags = operation.replace("set_contact_tags", "/contacts/:id/tags", ContactTags, Contact, {
  summary: "Set a contact's tags",
  description: "Replaces all tags of a contact."
})
