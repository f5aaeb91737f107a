import { Effect } from "effect"
import { Contacts } from "#layers/crm/contacts"
import { ImportContacts } from "#layers/crm/import-contacts"
import type { RemotePerson } from "#layers/integrations/module"
import { type Link, SyncRuns, type Touch } from "#layers/integrations/sync-runs"
import type { Contact } from "#schemas/crm/contact"
import { declarations, type IntegrationKey } from "#schemas/integrations/catalogue"
import type { ContactField } from "#schemas/integrations/integration"
import { fitting } from "#schemas/integrations/person-fields"
import type { Caller } from "#schemas/kernel/tenancy"
import { digestOf, digestOfContact } from "./digests.ts"

type Fields = { readonly [F in ContactField]?: string }

/** What came of one record. */
export interface Outcome {
  readonly touch?: Touch
  readonly link?: Link
  /** Nothing of it counts. */
  readonly unchanged?: true
}

interface Rule {
  readonly key: IntegrationKey
  readonly conflict: "ours" | "theirs"
  readonly dryRun: boolean
}

const nobody = {
  first_name: null, last_name: null, email: null, phone: null, organization_id: null, company_name: null, owner_id: null, tags: [], notes: null, custom_fields: {}
}

const touched = (action: Touch["action"], remote_id: string, more: Partial<Touch> = {}): Touch =>
  ({ direction: "in", object: "contact", remote_id, record_id: null, reason: null, ...more, action })

const skipped = (person: RemotePerson, reason: string, record_id: number | null = null): Outcome => ({ touch: touched("skipped", person.remote_id, { reason, record_id }) })

/** Fields that would change, before and after. A contact of an organization has its name, whatever is said elsewhere. */
const changed = (contact: Contact, fields: Fields): { readonly before: Fields; readonly after: Fields } => {
  const names = (Object.keys(fields) as ReadonlyArray<ContactField>).filter((field) => fields[field] !== contact[field] && !(field === "company_name" && contact.organization_id !== null))
  return {
    before: Object.fromEntries(names.map((field) => [field, contact[field]])) as Fields,
    after: Object.fromEntries(names.map((field) => [field, fields[field]])) as Fields
  }
}

const emptyOnly = (contact: Contact, fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => contact[field as ContactField] === null))

const write = Effect.fnUntraced(function*(person: RemotePerson, contact: Contact, fields: Fields, theirs: string, dryRun: boolean, isNew: boolean): Effect.fn.Return<Outcome, never, Contacts> {
  const { after, before } = changed(contact, fields)
  const isSame = Object.keys(after).length === 0
  if (isSame && !isNew) return { unchanged: true, link: { object: "contact", remote_id: person.remote_id, record_id: contact.id, theirs, ours: digestOfContact(contact) } }
  const contacts = yield* Contacts
  const result = isSame || dryRun ? contact : yield* contacts.update(contact, after, { events: ["contact.updated"] }).pipe(
    Effect.catchTag("EmailTaken", () => Effect.succeed(undefined))
  )
  if (result === undefined) return skipped(person, "Another contact has its e-mail address.", contact.id)
  return {
    touch: touched(isSame ? "linked" : "updated", person.remote_id, { record_id: contact.id, ...!isSame && { before, after } }),
    link: { object: "contact", remote_id: person.remote_id, record_id: contact.id, theirs, ours: digestOfContact(result) }
  }
})

/** Brings people over, some at a time, within the transaction in progress: each is one contact, however often it comes. */
export const takePeople = Effect.fnUntraced(function*(people: ReadonlyArray<RemotePerson>, { conflict, dryRun, key }: Rule) {
  const contacts = yield* Contacts
  const runs = yield* SyncRuns
  const source = declarations.get(key)!.name
  const links = yield* runs.links(key, "contact", people.map(({ remote_id }) => remote_id))
  const read = people.map((person) => ({ person, ...fitting(person.fields as Fields) }))
  const emails = [...new Set(read.flatMap(({ fields }) => fields.email ?? []))].sort()
  const byEmail = new Map((yield* ImportContacts.use(({ holding }) => holding(emails))).map((contact) => [contact.email!, contact]))
  const linked = new Map<number, Contact>(yield* contacts.those([...links.values()].map(({ record_id }) => record_id)))
  /* A contact stands for one person there. */
  const taken = new Map([...(yield* runs.linksTo(key, "contact", [...byEmail.values()].map(({ id }) => id))).values()].map((link) => [link.record_id, link.remote_id]))

  const one = Effect.fnUntraced(function*({ fields, person }: typeof read[number]): Effect.fn.Return<Outcome, never, Caller | Contacts> {
    const { gone, remote_id, tags = [] } = person
    const link = links.get(remote_id)
    const theirs = digestOf(fields)
    if (gone) {
      if (link === undefined) return { unchanged: true }
      return skipped(person, "It was deleted there; here it stays.", link.record_id)
    }
    if (link !== undefined) {
      const contact = linked.get(link.record_id)
      if (contact === undefined || contact.deleted_at !== null) return link.theirs === theirs ? { unchanged: true } : skipped(person, "It was deleted here.", link.record_id)
      if (link.theirs === theirs) return { unchanged: true }
      const isOurs = link.ours !== digestOfContact(contact) && conflict === "ours"
      if (!isOurs) return yield* write(person, contact, fields, theirs, dryRun, false)
      return { ...skipped(person, "It was changed on both sides: what is here stays.", contact.id), link: { ...link, theirs } }
    }
    const known = fields.email === undefined ? undefined : byEmail.get(fields.email)
    if (known !== undefined) {
      if (taken.has(known.id) && taken.get(known.id) !== remote_id) return skipped(person, "Somebody else there has the same e-mail address and is this contact.", known.id)
      taken.set(known.id, remote_id)
      return yield* write(person, known, conflict === "theirs" ? fields : emptyOnly(known, fields), theirs, dryRun, true)
    }
    if (fields.email === undefined && fields.phone === undefined && fields.first_name === undefined && fields.last_name === undefined) {
      return skipped(person, "It has no name, no e-mail address and no phone number that can be kept.")
    }
    if (dryRun) return { touch: touched("created", remote_id, { after: { ...fields } }) }
    const made = yield* contacts.create({ ...nobody, ...fields, tags: [...tags], source }, { events: ["contact.created"] }).pipe(
      Effect.catchTag("EmailTaken", () => Effect.succeed(undefined))
    )
    if (made === undefined) return skipped(person, "Another contact got its e-mail address at this moment.")
    if (made.email !== null) byEmail.set(made.email, made)
    taken.set(made.id, remote_id)
    return {
      touch: touched("created", remote_id, { record_id: made.id, after: { ...fields } }),
      link: { object: "contact", remote_id, record_id: made.id, theirs, ours: digestOfContact(made) }
    }
  })

  return yield* Effect.forEach(read, one)
})
