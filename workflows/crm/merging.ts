import { isDeepStrictEqual } from "node:util"
import type { Contact } from "#schemas/crm/contact"
import type { CustomValues } from "#schemas/crm/custom-field"

/** What a contact says of itself and a merge can change. */
export type Told = Pick<
  Contact,
  | "first_name" | "last_name" | "email" | "phone" | "organization_id" | "company_name" | "owner_id" | "tags" | "notes" | "source"
  | "custom_fields"
>

const single = ["first_name", "last_name", "email", "phone", "owner_id", "notes", "source"] as const

/** The fields of `after` that differ from `before`. */
export const changedIn = (before: Partial<Told>, after: Partial<Told>): Partial<Told> =>
  Object.fromEntries(Object.entries(after).filter(([field, value]) => !isDeepStrictEqual(value, before[field as keyof Told])))

/**
 * What the kept contact becomes: its own values where it has some, otherwise those of the first of the others that has any;
 * everybody's tags. A company and its name go together.
 */
export const combined = (kept: Told, others: ReadonlyArray<Told>): Partial<Told> => {
  const after: { -readonly [K in keyof Told]?: Told[K] } = {
    tags: [...new Set([kept, ...others].flatMap(({ tags }) => tags))].sort(),
    custom_fields: Object.assign({}, ...others.map(({ custom_fields }) => custom_fields).toReversed(), kept.custom_fields) as CustomValues
  }
  for (const field of single) {
    const giver = [kept, ...others].find((one) => one[field] !== null)
    if (giver !== undefined) Object.assign(after, { [field]: giver[field] })
  }
  const employed = [kept, ...others].find(({ company_name, organization_id }) => company_name !== null || organization_id !== null)
  if (employed !== undefined) {
    after.organization_id = employed.organization_id
    after.company_name = employed.company_name
  }
  return changedIn(kept, after)
}

/** What the kept contact becomes again: values and tags that it took and still has, it gives back. */
export const parted = (now: Told, former: Partial<Told>, taken: Partial<Told>): Partial<Told> => {
  const { custom_fields, tags, ...rest } = taken
  const after: { -readonly [K in keyof Told]?: Told[K] } = {}
  for (const field of Object.keys(rest) as ReadonlyArray<keyof typeof rest>) {
    if (isDeepStrictEqual(now[field], rest[field])) Object.assign(after, { [field]: former[field] })
  }
  if (tags !== undefined) {
    const added = tags.filter((tag) => !former.tags!.includes(tag))
    after.tags = now.tags.filter((tag) => !added.includes(tag))
  }
  if (custom_fields !== undefined) {
    const added = Object.entries(custom_fields).filter(([key]) => !(key in former.custom_fields!))
    const back = new Set(added.filter(([key, value]) => now.custom_fields[key] === value).map(([key]) => key))
    after.custom_fields = Object.fromEntries(Object.entries(now.custom_fields).filter(([key]) => !back.has(key)))
  }
  return changedIn(now, after)
}
