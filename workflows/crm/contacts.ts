import { Effect, Option } from "effect"
import { type ContactQuery, Contacts, type Taken } from "#layers/crm/contacts"
import { Organizations } from "#layers/crm/organizations"
import { Journal } from "#layers/journal"
import type { Contact, ContactChanges, ContactId, NewContact } from "#schemas/crm/contact"
import type { OrganizationId } from "#schemas/crm/organization"
import type { SegmentId } from "#schemas/crm/segment"
import { BadRequest, Conflict } from "#schemas/kernel/errors"
import { checkIfMatch } from "#layers/kernel/if-match"
import { mergedNote, missing } from "./contact-missing.ts"
import { customised, wantedValues } from "./custom-values.ts"
import { named, names } from "./references.ts"
import { wantedSegment } from "./segments.ts"

interface One {
  readonly id: ContactId
}

const taken = ({ by, email }: Taken) =>
  new Conflict({
    message: by === 0 ? "Another contact has this e-mail address." : `Contact ${by} has this e-mail address.`,
    details: [{ field: "email", error: by === 0 ? "already taken" : `already taken by contact ${by}`, received: email }]
  })

const existing = Effect.fnUntraced(function*(id: ContactId, how?: { readonly binned?: boolean; readonly lock?: boolean }) {
  const contacts = yield* Contacts
  const found = yield* contacts.find(id, how)
  return Option.isSome(found) ? found.value : yield* missing(id)
})

/** `company_name` as the contact's organization has it; as it was sent where there is none. */
const companyName = Effect.fnUntraced(function*(organization: OrganizationId | null | undefined, sent: string | null) {
  if (organization === null || organization === undefined) return sent
  const organizations = yield* Organizations
  return Option.match(yield* organizations.find(organization), { onNone: () => sent, onSome: ({ name }) => name })
})

export const list_contacts = Effect.fnUntraced(function*(
  { custom_field, segment_id, ...query }: Omit<ContactQuery, "custom" | "matching"> & {
    readonly custom_field?: ReadonlyArray<string>
    readonly segment_id?: SegmentId
  }
) {
  const contacts = yield* Contacts
  const [custom, matching] = [yield* wantedValues("contact", custom_field), yield* wantedSegment(segment_id)]
  return yield* contacts.page({ ...query, custom, matching })
})

export const get_contact = ({ id }: One) => existing(id)

const reachable = ({ email, first_name, last_name, phone }: Pick<Contact, "email" | "first_name" | "last_name" | "phone">) =>
  first_name !== null || last_name !== null || email !== null || phone !== null

const unreachable = () =>
  new BadRequest({
    message: "A contact needs a name, an e-mail address or a phone number.",
    details: ["first_name", "last_name", "email", "phone"].map((field) => ({ field, error: "one of these is required", received: null }))
  })

export const create_contact = Effect.fnUntraced(function*(input: NewContact) {
  if (!reachable(input)) return yield* unreachable()
  yield* named(input)
  const company_name = yield* companyName(input.organization_id, input.company_name)
  const custom_fields = yield* customised("contact", {}, input.custom_fields)
  const contacts = yield* Contacts
  const contact = yield* contacts.add({ ...input, company_name, custom_fields }).pipe(Effect.mapError(taken))
  yield* (yield* Journal).record({ object: "contact", id: contact.id, before: null, after: contact, events: ["contact.created"] })
  return contact
})

/** A contact of an organization has its name, whatever was sent. */
const consistent = Effect.fnUntraced(function*(before: Contact, { company_name = before.company_name, ...changes }: Omit<ContactChanges, "custom_fields">) {
  const { organization_id } = changes
  if (organization_id === undefined && before.organization_id !== null) return { ...changes, company_name: before.company_name }
  return { ...changes, company_name: yield* companyName(organization_id, company_name) }
})

/** An organization is locked before its contacts, here as where it is renamed, so that the two never wait for each other. */
export const update_contact = Effect.fnUntraced(function*({ id, ...changes }: One & ContactChanges) {
  if (names(changes)) {
    yield* existing(id)
    yield* named(changes)
  }
  const before = yield* existing(id, { lock: true })
  yield* checkIfMatch(before)
  if (Object.keys(changes).length === 0) return before
  const { custom_fields: sent, ...fields } = changes
  if (!reachable({ ...before, ...fields })) return yield* unreachable()
  const values = sent && { custom_fields: yield* customised("contact", before.custom_fields, sent) }
  const contacts = yield* Contacts
  const after = yield* contacts.change(id, { ...yield* consistent(before, fields), ...values }).pipe(Effect.mapError(taken))
  yield* (yield* Journal).record({ object: "contact", id, before, after, events: ["contact.updated"] })
  return after
})

export const set_contact_tags = ({ id, tags }: One & { readonly tags: ReadonlyArray<string> }) => update_contact({ id, tags })

export const delete_contact = Effect.fnUntraced(function*({ id }: One) {
  const before = yield* existing(id, { lock: true })
  const contacts = yield* Contacts
  const after = yield* contacts.bin(id)
  yield* (yield* Journal).record({ object: "contact", id, before, after: null, events: ["contact.deleted"] })
  return after
})

export const restore_contact = Effect.fnUntraced(function*({ id }: One) {
  const before = yield* existing(id, { binned: true, lock: true })
  if (before.deleted_at === null) return before
  const note = yield* mergedNote(id)
  if (note !== undefined) return yield* new Conflict({ message: `Contact ${id} ${note}. Undo the merge instead.` })
  const contacts = yield* Contacts
  const after = yield* contacts.restore(id).pipe(Effect.mapError(taken))
  yield* (yield* Journal).record({ object: "contact", id, before, after, events: ["contact.restored"] })
  return after
})
