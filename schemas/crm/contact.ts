import { Schema, SchemaTransformation } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { Email } from "#schemas/kernel/email"
import { Id, UserId } from "#schemas/kernel/ids"
import { Phone } from "#schemas/kernel/phone"
import { line, prose } from "#schemas/kernel/text"
import { Timestamp } from "#schemas/kernel/time"
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
export const Contact = Schema.Struct({
  id: ContactId,
  first_name: Schema.NullOr(Schema.String).annotate({ examples: ["Grace"] }),
  last_name: Schema.NullOr(Schema.String).annotate({ examples: ["Hopper"] }),
  email: Schema.NullOr(Schema.String).annotate({ examples: ["grace@navy.example"] }),
  phone: Schema.NullOr(Schema.String).annotate({ examples: ["+12025550123"] }),
  organization_id: Schema.NullOr(OrganizationId),
  company_name: Schema.NullOr(Schema.String).annotate({ examples: ["United States Navy"] }),
  owner_id: Schema.NullOr(UserId),
  tags: Schema.Array(Schema.String).annotate({ examples: [["newsletter", "vip"]] }),
  notes: Schema.NullOr(Schema.String).annotate({ examples: ["Prefers to be called in the morning."] }),
  source: Schema.NullOr(Schema.String).annotate({ examples: ["web form"] }),
  custom_fields: CustomValues,
  score: Schema.Int.annotate({
    description: "Points of the scoring rules that fit, as last worked out: some seconds after a change. `get_lead_score` works " +
      "them out anew.",
    examples: [35]
  }),
  version: Schema.Int.annotate({ description: "Grows by one with each change; the ETag.", examples: [1] }),
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "Contact" })
export type Contact = typeof Contact.Type

const fields = {
  first_name: Schema.NullOr(line(100)).annotate({ examples: ["Grace"] }),
  last_name: Schema.NullOr(line(100)).annotate({ examples: ["Hopper"] }),
  email: Schema.NullOr(Email).annotate({ description: "One contact a company; lower-cased." }),
  phone: Schema.NullOr(Phone),
  organization_id: Schema.NullOr(OrganizationId).annotate({ description: "A company of `/crm/companies`." }),
  company_name: Schema.NullOr(line(200)).annotate({
    description: "Free text, unless `organization_id` is set: then it is that company's name.",
    examples: ["United States Navy"]
  }),
  owner_id: Schema.NullOr(UserId).annotate({ description: "The member who looks after the contact." }),
  notes: Schema.NullOr(prose(10_000)).annotate({ examples: ["Prefers to be called in the morning."] }),
  source: Schema.NullOr(line(100)).annotate({ description: "Where the contact came from.", examples: ["web form"] })
}

const none = <S extends Schema.Top & Schema.WithoutConstructorDefault>(schema: Schema.NullOr<S>) => defaulted(schema, null)

export const NewContact = Schema.Struct({
  first_name: none(fields.first_name),
  last_name: none(fields.last_name),
  email: none(fields.email),
  phone: none(fields.phone),
  organization_id: none(fields.organization_id),
  company_name: none(fields.company_name),
  owner_id: none(fields.owner_id),
  tags: defaulted(Tags, []),
  notes: none(fields.notes),
  source: none(fields.source),
  custom_fields: defaulted(CustomChanges, {})
}).annotate({
  identifier: "NewContact",
  description: "At least one of a name, `email` and `phone`."
})
export type NewContact = typeof NewContact.Type

export const ContactChanges = Schema.Struct({
  first_name: Schema.optionalKey(fields.first_name),
  last_name: Schema.optionalKey(fields.last_name),
  email: Schema.optionalKey(fields.email),
  phone: Schema.optionalKey(fields.phone),
  organization_id: Schema.optionalKey(fields.organization_id),
  company_name: Schema.optionalKey(fields.company_name),
  owner_id: Schema.optionalKey(fields.owner_id),
  tags: Schema.optionalKey(Tags),
  notes: Schema.optionalKey(fields.notes),
  source: Schema.optionalKey(fields.source),
  custom_fields: Schema.optionalKey(CustomChanges)
}).annotate({ identifier: "ContactChanges", description: "Only the fields that change; `null` empties one." })
export type ContactChanges = typeof ContactChanges.Type

export const contactSorts = [
  "id", "-id", "created_at", "-created_at", "updated_at", "-updated_at", "name", "-name", "score", "-score"
] as const
export type ContactSort = typeof contactSorts[number]
