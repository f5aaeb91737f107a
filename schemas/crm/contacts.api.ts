import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { Conflict, NotFound, PreconditionFailed } from "#schemas/kernel/errors"
import { defaulted } from "#schemas/kernel/defaulted"
import { guarded, idempotent } from "#schemas/kernel/headers"
import { UserId } from "#schemas/kernel/ids"
import { operation } from "#schemas/kernel/operation"
import { ListOf, paging } from "#schemas/kernel/paging"
import { line } from "#schemas/kernel/text"
import { Instant } from "#schemas/kernel/time"
import { Contact, ContactChanges, ContactId, contactSorts, NewContact, Tag, Tags } from "./contact.ts"
import { CustomFilters } from "./custom-field.ts"
import { OrganizationId } from "./organization.ts"
import { SegmentId } from "./segment.ts"

const params = { id: ContactId }

/** Which contacts a list or an export has. */
export const contactFilters = {
  search: Schema.optionalKey(line(100).annotate({ examples: ["grace hop"] })),
  tag: Schema.optionalKey(Tag),
  owner_id: Schema.optionalKey(UserId),
  organization_id: Schema.optionalKey(OrganizationId),
  created_since: Schema.optionalKey(Instant),
  updated_since: Schema.optionalKey(Instant),
  segment_id: Schema.optionalKey(SegmentId.annotate({ description: "Only those that the segment's filter fits." })),
  custom_field: CustomFilters
}

export const list_contacts = HttpApiEndpoint.get("list_contacts", "/contacts", {
  query: {
    ...paging,
    ...contactFilters,
    sort: defaulted(Schema.Literals(contactSorts), "id")
  },
  success: ListOf(Contact)
}).annotateMerge(operation({
  summary: "List contacts",
  description: "The company's contacts. `search` finds each of its words anywhere in name, e-mail, phone or company name, " +
    "and similar spellings where nothing matches exactly; `organization_id` is a company of `/crm/companies`. " +
    "`sort` takes a `-` for descending.",
  access: "crm:read",
  curated: true
}))

export const get_contact = HttpApiEndpoint.get("get_contact", "/contacts/:id", {
  params,
  success: Contact,
  error: NotFound
}).annotateMerge(operation({
  summary: "Get a contact",
  description: "One contact of the company, with its tags, the company's own fields and its score.",
  access: "crm:read",
  curated: true,
  /* A score changes without the contact. */
  composite: true
}))

export const create_contact = HttpApiEndpoint.post("create_contact", "/contacts", {
  headers: idempotent,
  payload: NewContact,
  success: Contact.pipe(HttpApiSchema.status(201)),
  error: [NotFound, Conflict]
}).annotateMerge(operation({
  summary: "Add a contact",
  description: "Adds a person; a name, an e-mail address or a phone number is needed. An address that another contact " +
    "already has is a conflict that names it. With `organization_id`, `company_name` is that company's name.",
  access: "crm:write",
  curated: true
}))

export const update_contact = HttpApiEndpoint.patch("update_contact", "/contacts/:id", {
  params,
  headers: guarded,
  payload: ContactChanges,
  success: Contact,
  error: [NotFound, Conflict, PreconditionFailed]
}).annotateMerge(operation({
  summary: "Change a contact",
  description: "Changes the fields that are sent and leaves the others. With `If-Match`, only if nobody changed it since.",
  access: "crm:write",
  idempotent: true,
  curated: true
}))

export const delete_contact = HttpApiEndpoint.delete("delete_contact", "/contacts/:id", {
  params,
  success: Contact,
  error: NotFound
}).annotateMerge(operation({
  summary: "Delete a contact",
  description: "Puts the contact into the bin, where it can be restored for 30 days.",
  access: "crm:write",
  destructive: true,
  idempotent: true,
  requiresConsent: true,
  curated: true
}))

export const restore_contact = HttpApiEndpoint.post("restore_contact", "/contacts/:id/restore", {
  params,
  success: Contact,
  error: [NotFound, Conflict]
}).annotateMerge(operation({
  summary: "Restore a contact",
  description: "Takes a contact out of the bin. A conflict if another contact has its e-mail address by now.",
  access: "crm:write",
  idempotent: true
}))

export const set_contact_tags = HttpApiEndpoint.put("set_contact_tags", "/contacts/:id/tags", {
  params,
  headers: guarded,
  payload: Schema.Struct({ tags: Tags }).annotate({ identifier: "ContactTags" }),
  success: Contact,
  error: [NotFound, PreconditionFailed]
}).annotateMerge(operation({
  summary: "Set a contact's tags",
  description: "Replaces all tags of a contact.",
  access: "crm:write",
  idempotent: true
}))
