import { Option, Schema } from "effect"
import { ContactChanges } from "#schemas/crm/contact"
import { type ContactField, contactFields } from "./integration.ts"

/** What other systems call the fields, without signs between the words. */
const names: Readonly<Record<ContactField, ReadonlyArray<string>>> = {
  first_name: ["firstname", "givenname", "forename"],
  last_name: ["lastname", "familyname", "surname"],
  email: ["email", "emailaddress", "mail"],
  phone: ["phone", "phonenumber", "mobile", "mobilephone", "telephone", "tel"],
  company_name: ["company", "companyname", "organization", "organisation"],
  notes: ["notes", "note", "message", "comment", "comments"]
}

type Found = { [F in ContactField]?: string }

const plain = (name: string) => name.toLowerCase().replace(/[\s_-]+/gu, "")

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string | undefined =>
  (typeof value === "string" || typeof value === "number") && String(value).trim() !== "" ? String(value).trim() : undefined

/** The value at a path of names with dots between them. */
const at = (body: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((value, name) => isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined, body)

/** Fields at the top, and those of objects there: many systems put what was filled in into one of its own. */
const flat = (body: unknown): ReadonlyMap<string, string> => {
  if (!isObject(body)) return new Map()
  const pairs = [...Object.values(body).filter(isObject).flatMap((inner) => Object.entries(inner)), ...Object.entries(body)]
  return new Map(pairs.flatMap(([name, value]) => {
    const text = textOf(value)
    return text === undefined ? [] : [[plain(name), text] as const]
  }))
}

/** A whole name in two. */
export const nameParts = (name: string): Found => {
  const [first = "", ...rest] = name.trim().split(/\s+/u)
  return { first_name: first, ...rest.length > 0 && { last_name: rest.join(" ") } }
}

/** What a body says of a person: where the mapping says, or else under the names that others use. */
export const foundIn = (body: unknown, mapping: { readonly [F in ContactField]?: string | undefined } | undefined): Found => {
  if (mapping !== undefined) {
    return Object.fromEntries(contactFields.flatMap((field) => {
      const path = mapping[field]
      const text = path === undefined ? undefined : textOf(at(body, path))
      return text === undefined ? [] : [[field, text]]
    }))
  }
  const fields = flat(body)
  const found: Found = Object.fromEntries(contactFields.flatMap((field) => {
    const name = names[field].find((one) => fields.has(one))
    return name === undefined ? [] : [[field, fields.get(name)!]]
  }))
  const whole = fields.get("name") ?? fields.get("fullname")
  return found.first_name === undefined && whole !== undefined ? { ...nameParts(whole), ...found } : found
}

const decoders = Object.fromEntries(contactFields.map((field) => [field, Schema.decodeUnknownOption(ContactChanges.fields[field] as Schema.Codec<string, string>)]))

/** What of it can be kept, and which fields cannot. */
export const fitting = (found: Found): { readonly fields: Found; readonly wrong: ReadonlyArray<ContactField> } => {
  const fields: Found = {}
  const wrong: Array<ContactField> = []
  for (const [field, text] of Object.entries(found) as ReadonlyArray<[ContactField, string]>) {
    const kept = decoders[field]!(text)
    if (Option.isSome(kept)) fields[field] = kept.value
    else wrong.push(field)
  }
  return { fields, wrong }
}
