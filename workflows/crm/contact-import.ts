import { Effect } from "effect"
import { type Draft, ImportContacts } from "#layers/crm/import-contacts"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { type Contact, ContactChanges } from "#schemas/crm/contact"
import { merged } from "#schemas/crm/custom-values"
import type { importable } from "#schemas/crm/import"
import type { Caller } from "#schemas/kernel/tenancy"
import type { Importable } from "../imports/importable.ts"
import { cells, type Said } from "../imports/rows.ts"
import { importRun } from "../imports/run.ts"

const fields: Readonly<Record<typeof importable[number], ReadonlyArray<string>>> = {
  first_name: ["givenname", "forename", "first"],
  last_name: ["surname", "familyname", "last"],
  email: ["emailaddress", "mail", "email1"],
  phone: ["phonenumber", "telephone", "telephonenumber", "tel", "mobile", "mobilephone", "mobilenumber", "cell", "cellphone"],
  company_name: ["company", "organization", "organisation", "organizationname", "organisationname", "employer"],
  organization_id: [],
  owner_id: [],
  tags: ["tag", "labels", "label"],
  notes: ["note", "comment", "comments"],
  source: ["leadsource"]
}

const nobody: Draft = {
  first_name: null, last_name: null, email: null, phone: null, organization_id: null, company_name: null, owner_id: null,
  tags: [], notes: null, source: null, custom_fields: {}
}

const draftOf = (contact: Contact): Draft =>
  Object.fromEntries(Object.keys(nobody).map((field) => [field, contact[field as keyof Draft]])) as unknown as Draft

const idsIn = (said: ReadonlyArray<Said<ContactChanges>>, field: "organization_id" | "owner_id") =>
  [...new Set(said.flatMap(({ changes }) => changes[field] ?? []))].sort((a, b) => a - b)

/** A contact of an organization has its name, whatever the row says. */
const after = (organizations: ReadonlyMap<number, string>) =>
(before: Draft = nobody, { custom_fields, ...changes }: ContactChanges): Draft => {
  const next = { ...before, ...changes, ...custom_fields && { custom_fields: merged(before.custom_fields, custom_fields) } }
  const { organization_id } = next
  if (organization_id === null) return next
  const isOld = organization_id === before.organization_id
  return { ...next, company_name: isOld ? before.company_name : organizations.get(organization_id)! }
}

/** A row is about the contact that has its e-mail address. */
export const contactImport: Importable<ContactChanges, Draft, Contact, ImportContacts | Caller> = {
  object: "contact",
  verb: "import_contacts",
  workflow: "crm.import",
  access: "crm:read",
  noun: "contacts",
  custom: "contact",
  fields,
  changes: ContactChanges,
  cells: { tags: cells.list, organization_id: cells.whole, owner_id: cells.whole },
  problem: ({ email, first_name, last_name, phone }) =>
    email ?? first_name ?? last_name ?? phone ? undefined : "the row has no name, no e-mail address and no phone number",

  batch: Effect.fnUntraced(function*(said) {
    const contacts = yield* ImportContacts
    const organizations = yield* contacts.organizations(idsIn(said, "organization_id"))
    const members = yield* contacts.members(idsIn(said, "owner_id"))
    return {
      key: ({ email }) => email ?? undefined,
      after: after(organizations),
      fault: ({ organization_id, owner_id }) =>
        typeof organization_id === "number" && !organizations.has(organization_id)
          ? "organization_id: there is no such company"
          : typeof owner_id === "number" && !members.has(owner_id) ? "owner_id: there is no such member" : undefined
    }
  }),

  holding: Effect.fnUntraced(function*(emails) {
    const found = yield* ImportContacts.use((contacts) => contacts.holding(emails))
    return new Map(found.map((contact) => [contact.email!, { record: contact, draft: draftOf(contact) }]))
  }),

  make: Effect.fnUntraced(function*(drafts) {
    const made = yield* ImportContacts.use((contacts) => contacts.make(drafts))
    for (const after of made) {
      yield* recordChange({ object: "contact", id: after.id, before: null, after, events: ["contact.created"] })
    }
    return { count: made.length, keys: new Set(made.flatMap(({ email }) => email ?? [])) }
  }),

  change: Effect.fnUntraced(function*(records) {
    const before = new Map(records.map(({ record }) => [record.id, record]))
    const changed = yield* ImportContacts.use((contacts) => contacts.change(records.map(({ draft, record: { id } }) => ({ ...draft, id }))))
    for (const after of changed) {
      yield* recordChange({ object: "contact", id: after.id, before: before.get(after.id)!, after, events: ["contact.updated"] })
    }
  })
}

export const contactImportRun = importRun(contactImport)
