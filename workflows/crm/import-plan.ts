import type { Draft } from "#layers/crm/import-contacts"
import type { Counts } from "#layers/crm/imports"
import type { Contact } from "#schemas/crm/contact"
import { merged } from "#schemas/crm/custom-values"
import type { Said } from "./import-row.ts"

type RowOutcome = Exclude<keyof Counts, "rejected">

/** What rows come to: contacts to make, contacts to change, and how each row was taken, in the order of the rows. */
export interface Plan {
  readonly make: ReadonlyArray<Draft>
  readonly change: ReadonlyArray<{ readonly before: Contact; readonly after: Draft & { readonly id: number } }>
  readonly outcomes: ReadonlyArray<RowOutcome>
}

const nobody: Draft = {
  first_name: null, last_name: null, email: null, phone: null, organization_id: null, company_name: null, owner_id: null,
  tags: [], notes: null, source: null, custom_fields: {}
}

const draftOf = (contact: Contact): Draft =>
  Object.fromEntries(Object.keys(nobody).map((field) => [field, contact[field as keyof Draft]])) as unknown as Draft

const same = (a: Draft, b: Draft) =>
  (Object.keys(nobody) as ReadonlyArray<keyof Draft>).every((field) =>
    a[field] === b[field] || (typeof a[field] === "object" && JSON.stringify(a[field]) === JSON.stringify(b[field])))

/**
 * Rows one after the other, as if each were written before the next is read: a row whose address one before it has made is
 * a change of that. A contact of an organization has its name, whatever the row says.
 */
export const planned = (
  rows: ReadonlyArray<Said>,
  holders: ReadonlyMap<string, Contact>,
  organizations: ReadonlyMap<number, string>
): Plan => {
  const made: Array<Draft> = []
  const positions = new Map<string, number>()
  const changed = new Map<string, Plan["change"][number]>()
  const outcomes: Array<RowOutcome> = []

  const after = (before: Draft, { custom_fields, ...fields }: Said["changes"]): Draft => {
    const next = { ...before, ...fields, ...custom_fields && { custom_fields: merged(before.custom_fields, custom_fields) } }
    const { organization_id } = next
    if (organization_id === null) return next
    const isOld = organization_id === before.organization_id
    return { ...next, company_name: isOld ? before.company_name : organizations.get(organization_id)! }
  }

  for (const { changes } of rows) {
    const email = changes.email ?? undefined
    const place = email === undefined ? undefined : positions.get(email)
    const holder = email === undefined ? undefined : holders.get(email)
    if (place !== undefined) {
      const before = made[place]!
      const next = after(before, changes)
      outcomes.push(same(before, next) ? "unchanged" : "updated")
      made[place] = next
    } else if (holder !== undefined) {
      const before = changed.get(email!)?.after ?? draftOf(holder)
      const next = after(before, changes)
      outcomes.push(same(before, next) ? "unchanged" : "updated")
      if (!same(before, next)) changed.set(email!, { before: holder, after: { ...next, id: holder.id } })
    } else {
      if (email !== undefined) positions.set(email, made.length)
      made.push(after(nobody, changes))
      outcomes.push("created")
    }
  }
  return { make: made, change: [...changed.values()].filter(({ after, before }) => !same(draftOf(before), after)), outcomes }
}
