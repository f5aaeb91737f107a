import { Schema, SchemaTransformation } from "effect"
import { Email } from "#schemas/kernel/email"
import { entity, field, since, versioned } from "#schemas/kernel/entity"
import { Id, UserId } from "#schemas/kernel/ids"
import { Phone } from "#schemas/kernel/phone"
import { line, prose } from "#schemas/kernel/text"
import { Instant, Timestamp } from "#schemas/kernel/time"
import { CustomChanges, CustomValues } from "./custom-field.ts"
import { OrganizationId } from "./organization.ts"

export const ContactId = Id.pipe(Schema.brand("ContactId"))
export type ContactId = typeof ContactId.Type

export const Tag = line(50).annotate({ examples: ["newsletter"] })

const sortedSet = SchemaTransformation.transform<ReadonlyArray<string>, ReadonlyArray<string>>({
  decode: (tags) => [...new Set(tags)].sort(),
  encode: (tags) => tags
})

/** At most 50 tags; doubles are dropped and the order is the alphabet's. */
export const Tags = Schema.Array(Tag).check(Schema.isMaxLength(50)).pipe(Schema.decode(sortedSet)).annotate({
  description: "At most 50; doubles are dropped, the order is the alphabet's.",
  examples: [["newsletter", "vip"]]
})

/** A person the company deals with. */
export const contact = entity("Contact", {
  id: field.readOnly(ContactId),
  first_name: field.nullable(line(100), { examples: ["Grace"] }),
  last_name: field.nullable(line(100), { examples: ["Hopper"] }),
  email: field.nullable(Email, { description: "One contact a company; lower-cased." }),
  phone: field.nullable(Phone),
  organization_id: field.nullable(OrganizationId, { description: "A company of `/crm/companies`." }),
  company_name: field.nullable(line(200), {
    description: "Free text, unless `organization_id` is set: then it is that company's name.",
    examples: ["United States Navy"]
  }),
  owner_id: field.nullable(UserId, { description: "The member who looks after the contact." }),
  tags: field.defaulted(Tags, [], Schema.Array(Schema.String).annotate({ examples: [["newsletter", "vip"]] })),
  notes: field.nullable(prose(10_000), { examples: ["Prefers to be called in the morning."] }),
  source: field.nullable(line(100), { description: "Where the contact came from.", examples: ["web form"] }),
  custom_fields: field.defaulted(CustomChanges, {}, CustomValues),
  score: field.readOnly(Schema.Int.annotate({
    description: "Points of the scoring rules that fit, as last worked out: some seconds after a change. `get_lead_score` works " +
      "them out anew.",
    examples: [35]
  })),
  ...versioned,
  deleted_at: field.readOnly(Schema.NullOr(Timestamp))
}, {
  label: ({ email, first_name, last_name, phone }) => [first_name, last_name].filter((name) => name !== null).join(" ") || (email ?? phone ?? ""),
  filters: {
    search: line(100).annotate({ examples: ["grace hop"] }),
    tag: Tag,
    owner_id: UserId,
    organization_id: OrganizationId,
    created_since: since("created_at", Instant),
    updated_since: since("updated_at", Instant)
  },
  columns: ["email", "phone", "company_name", "owner_id", "tags", "created_at"],
  groups: {
    "Contact details": ["first_name", "last_name", "email", "phone"],
    Organization: ["organization_id", "company_name"],
    Classification: ["owner_id", "source", "tags", "score"],
    Notes: ["notes"],
    "Own fields": ["custom_fields"]
  },
  sort: ["id", "created_at", "updated_at", "name", "score"]
})
export const Contact = contact.read
export type Contact = typeof Contact.Type
export const NewContact = contact.create.annotate({ description: "At least one of a name, `email` and `phone`." })
export type NewContact = typeof NewContact.Type
export const ContactChanges = contact.change
export type ContactChanges = typeof ContactChanges.Type
