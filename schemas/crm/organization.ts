import { Schema, SchemaTransformation } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { Id } from "#schemas/kernel/ids"
import { Phone } from "#schemas/kernel/phone"
import { line, prose, Text } from "#schemas/kernel/text"
import { Timestamp } from "#schemas/kernel/time"

export const OrganizationId = Id.pipe(Schema.brand("OrganizationId"))
export type OrganizationId = typeof OrganizationId.Type

/** A firm that contacts belong to. Addresses call it a company; here that word is the tenant's. */
export const Organization = Schema.Struct({
  id: OrganizationId,
  name: Schema.String.annotate({ examples: ["United States Navy"] }),
  domain: Schema.NullOr(Schema.String).annotate({ examples: ["navy.example"] }),
  phone: Schema.NullOr(Schema.String).annotate({ examples: ["+12025550123"] }),
  address: Schema.NullOr(Schema.String).annotate({ examples: ["1000 Navy Pentagon, Washington, DC 20350"] }),
  version: Schema.Int.annotate({ description: "Grows by one with each change; the ETag.", examples: [1] }),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Organization", description: "A firm that contacts belong to." })
export type Organization = typeof Organization.Type

const host = /^\s*[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+\s*$/u

/** A host name of at least two labels, trimmed and lower-cased. */
const Domain = Text.check(
  Schema.isMaxLength(253),
  Schema.isPattern(host, { expected: "a host name, like navy.example" })
).annotate({ examples: ["navy.example"] }).pipe(
  Schema.decode(SchemaTransformation.trim()),
  Schema.decode(SchemaTransformation.toLowerCase())
)

const fields = {
  name: line(200).annotate({ description: "Need not be unique.", examples: ["United States Navy"] }),
  domain: Schema.NullOr(Domain).annotate({ description: "Host name of its website; lower-cased.", examples: ["navy.example"] }),
  phone: Schema.NullOr(Phone),
  address: Schema.NullOr(prose(500)).annotate({
    description: "Postal address, free text.",
    examples: ["1000 Navy Pentagon, Washington, DC 20350"]
  })
}

export const NewOrganization = Schema.Struct({
  name: fields.name,
  domain: defaulted(fields.domain, null),
  phone: defaulted(fields.phone, null),
  address: defaulted(fields.address, null)
}).annotate({ identifier: "NewOrganization" })
export type NewOrganization = typeof NewOrganization.Type

export const OrganizationChanges = Schema.Struct({
  name: Schema.optionalKey(fields.name),
  domain: Schema.optionalKey(fields.domain),
  phone: Schema.optionalKey(fields.phone),
  address: Schema.optionalKey(fields.address)
}).annotate({ identifier: "OrganizationChanges", description: "Only the fields that change; `null` empties one." })
export type OrganizationChanges = typeof OrganizationChanges.Type

export const organizationSorts =
  ["id", "-id", "name", "-name", "created_at", "-created_at", "updated_at", "-updated_at"] as const
export type OrganizationSort = typeof organizationSorts[number]
