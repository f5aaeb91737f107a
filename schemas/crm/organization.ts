import { Schema, SchemaTransformation } from "effect"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { Id } from "#schemas/kernel/ids"
import { Phone } from "#schemas/kernel/phone"
import { line, prose, Text } from "#schemas/kernel/text"

export const OrganizationId = Id.pipe(Schema.brand("OrganizationId"))
export type OrganizationId = typeof OrganizationId.Type

const host = /^\s*[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+\s*$/u

/** A host name of at least two labels, trimmed and lower-cased. */
const Domain = Text.check(
  Schema.isMaxLength(253),
  Schema.isPattern(host, { expected: "a host name, like navy.example" })
).annotate({ examples: ["navy.example"] }).pipe(
  Schema.decode(SchemaTransformation.trim()),
  Schema.decode(SchemaTransformation.toLowerCase())
)

/** A firm that contacts belong to. Addresses call it a company; here that word is the tenant's. */
export const organization = entity("Organization", {
  id: field.readOnly(OrganizationId),
  name: field.required(line(200).annotate({ description: "Need not be unique.", examples: ["United States Navy"] })),
  domain: field.nullable(Domain, { description: "Host name of its website; lower-cased.", examples: ["navy.example"] }),
  phone: field.nullable(Phone),
  address: field.nullable(prose(500), { description: "Postal address, free text.", examples: ["1000 Navy Pentagon, Washington, DC 20350"] }),
  ...versioned
}, {
  description: "A firm that contacts belong to.",
  groups: {
    "Contact details": ["name", "domain", "phone"],
    Address: ["address"]
  }
})
export const Organization = organization.read
export const NewOrganization = organization.create
export type Organization = typeof Organization.Type
