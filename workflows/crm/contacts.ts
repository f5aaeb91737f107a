import { Effect, Option } from "effect"
import { Contacts, type EmailTaken } from "#layers/crm/contacts"
import { Organizations } from "#layers/crm/organizations"
import { alreadyTaken } from "#layers/kernel/unique"
import type { Contact, ContactChanges } from "#schemas/crm/contact"
import type * as api from "#schemas/crm/contacts.api"
import type { OrganizationId } from "#schemas/crm/organization"
import type { Input } from "#schemas/kernel/catalog"
import { BadRequest, Conflict } from "#schemas/kernel/errors"
import { mergedNote, missing } from "./contact-missing.ts"
import { mergeCustomFields, wantedValues } from "./custom-values.ts"
import { hasReferences, requireReferences } from "./references.ts"
import { wantedSegment } from "./segments.ts"

const emailTaken = ({ by, email }: EmailTaken) => alreadyTaken("contact", "email", email, by)

/** `company_name` as the contact's organization has it; as it was sent where there is none. */
const companyName = Effect.fnUntraced(function*(organization: OrganizationId | null | undefined, sent: string | null) {
  if (organization === null || organization === undefined) return sent
  const organizations = yield* Organizations
  return Option.match(yield* organizations.find(organization), { onNone: () => sent, onSome: ({ name }) => name })
})

export const list_contacts = Effect.fnUntraced(function*(
  { custom_field, segment_id, ...query }: Input<typeof api.list_contacts>
) {
  const contacts = yield* Contacts
  const [custom, matching] = [yield* wantedValues("contact", custom_field), yield* wantedSegment(segment_id)]
  return yield* contacts.page({ ...query, custom, matching })
})

export const get_contact = ({ id }: Input<typeof api.get_contact>) =>
  Effect.catchTag(Contacts.use((contacts) => contacts.get(id)), "NotFound", () => missing(id))

const reachable = ({ email, first_name, last_name, phone }: Pick<Contact, "email" | "first_name" | "last_name" | "phone">) =>
  first_name !== null || last_name !== null || email !== null || phone !== null

const unreachable = () =>
  new BadRequest({
    message: "A contact needs a name, an e-mail address or a phone number.",
    details: ["first_name", "last_name", "email", "phone"].map((field) => ({ field, error: "one of these is required", received: null }))
  })

export const create_contact = Effect.fnUntraced(function*(input: Input<typeof api.create_contact>) {
  if (!reachable(input)) return yield* unreachable()
  yield* requireReferences(input)
  const company_name = yield* companyName(input.organization_id, input.company_name)
  const custom_fields = yield* mergeCustomFields("contact", {}, input.custom_fields)
  const contacts = yield* Contacts
  return yield* Effect.mapError(contacts.create({ ...input, company_name, custom_fields }, { events: ["contact.created"] }), emailTaken)
})

/** A contact of an organization has its name, whatever was sent. */
const consistent = Effect.fnUntraced(function*(before: Contact, { company_name = before.company_name, ...changes }: Omit<ContactChanges, "custom_fields">) {
  const { organization_id } = changes
  if (organization_id === undefined && before.organization_id !== null) return { ...changes, company_name: before.company_name }
  return { ...changes, company_name: yield* companyName(organization_id, company_name) }
})

/** An organization is locked before its contacts, here as where it is renamed, so that the two never wait for each other. */
export const update_contact = Effect.fnUntraced(function*({ id, ...changes }: Input<typeof api.update_contact>) {
  if (hasReferences(changes)) {
    yield* get_contact({ id })
    yield* requireReferences(changes)
  }
  const contacts = yield* Contacts
  const before = yield* Effect.catchTag(contacts.lockForUpdate(id), "NotFound", () => missing(id))
  if (Object.keys(changes).length === 0) return before
  const { custom_fields: sent, ...fields } = changes
  if (!reachable({ ...before, ...fields })) return yield* unreachable()
  const values = sent && { custom_fields: yield* mergeCustomFields("contact", before.custom_fields, sent) }
  const written = { ...yield* consistent(before, fields), ...values }
  return yield* Effect.mapError(contacts.update(before, written, { events: ["contact.updated"] }), emailTaken)
})

export const set_contact_tags = ({ id, tags }: Input<typeof api.set_contact_tags>) => update_contact({ id, tags })

export const delete_contact = ({ id }: Input<typeof api.delete_contact>) =>
  Effect.catchTag(Contacts.use((contacts) => contacts.remove(id, { events: ["contact.deleted"] })), "NotFound", () => missing(id))

export const restore_contact = Effect.fnUntraced(function*({ id }: Input<typeof api.restore_contact>) {
  const contacts = yield* Contacts
  const before = yield* Effect.catchTag(contacts.get(id, { deleted: true, lock: true }), "NotFound", () => missing(id))
  if (before.deleted_at === null) return before
  const note = yield* mergedNote(id)
  if (note !== undefined) return yield* new Conflict({ message: `Contact ${id} ${note}. Undo the merge instead.` })
  return yield* Effect.mapError(contacts.restore(before, { events: ["contact.restored"] }), emailTaken)
})
