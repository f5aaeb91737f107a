import { Effect, Option } from "effect"
import { Contacts, type EmailTaken } from "#layers/crm/contacts"
import { type MergeRow, Merges, type Moves, noMoves } from "#layers/crm/merges"
import { recordChange } from "#layers/kernel/receipts/change-log"
import type { Contact, ContactId } from "#schemas/crm/contact"
import { MOST_MOVED, movedInWords } from "#schemas/crm/merge"
import type * as api from "#schemas/crm/merges.api"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict, type Detail, ValidationError } from "#schemas/kernel/errors"
import { mergedNote, missing } from "./contact-missing.ts"
import { combined, parted, type Told } from "./merging.ts"

const shown = ({ expired, former, survivor_id, taken, ...merge }: MergeRow, contact: Contact) => ({ ...merge, contact })

export const list_merges = Effect.fnUntraced(function*({ contact_id, ...paging }: Input<typeof api.list_merges>) {
  const { items, ...rest } = yield* (yield* Merges).page(contact_id, paging)
  const kept = yield* (yield* Contacts).those(items.map(({ survivor_id }) => survivor_id))
  return { ...rest, items: items.map((merge) => shown(merge, kept.get(merge.survivor_id)!)) }
})

/** The others, or what is wrong with each that cannot be merged. */
const others = Effect.fnUntraced(function*(id: ContactId, ids: ReadonlyArray<ContactId>) {
  const contacts = yield* Contacts
  const details: Array<Detail> = []
  const all: Array<Contact> = []
  for (const [place, other] of ids.entries()) {
    const contact = other === id ? Option.none() : yield* contacts.find(other)
    if (Option.isSome(contact)) all.push(contact.value)
    else {
      const error = other === id ? "is the contact that is kept" : (yield* mergedNote(other)) ?? "there is no such contact"
      details.push({ field: `contact_ids[${place}]`, error, received: other })
    }
  }
  return details.length === 0 ? all : yield* new ValidationError({ message: "Some contacts cannot be merged.", details })
})

/** Which of the others have so much that a merge would hold it for too long. */
const tooMuch = Effect.fnUntraced(function*(ids: ReadonlyArray<ContactId>) {
  const counts = yield* (yield* Merges).counts(ids)
  const details = ids.flatMap((id, place): ReadonlyArray<Detail> => {
    const count = counts.get(id) ?? 0
    return count === 0 ? [] : [{ field: `contact_ids[${place}]`, error: `has ${count} ${movedInWords}`, received: id }]
  })
  return yield* new ValidationError({
    message: `A merge moves at most ${MOST_MOVED} ${movedInWords}. Keep the contact that has most of them, or merge fewer at a time.`, details
  })
})

export const merge_contacts = Effect.fnUntraced(function*({ contact_ids, id }: Input<typeof api.merge_contacts>) {
  const contacts = yield* Contacts
  const merges = yield* Merges
  const rows = yield* merges.hold([id, ...contact_ids], { of: contact_ids })
  const kept = yield* contacts.find(id)
  if (Option.isNone(kept)) return yield* missing(id)
  const before = kept.value
  const merged = yield* others(id, contact_ids)
  if (rows > MOST_MOVED) return yield* tooMuch(contact_ids)

  const taken = combined(before, merged)
  const former = Object.fromEntries(Object.keys(taken).map((field) => [field, before[field as keyof Told]]))
  const merge = yield* merges.create({ survivor: id, merged: contact_ids, former, taken })
  const moves = yield* merges.move(merge)
  yield* merges.absorb(id, contact_ids)
  /* Addresses of the others are free by now. */
  const after = Object.keys(taken).length === 0 ? before : yield* Effect.orDie(contacts.update(before, taken, { noted: false }))

  yield* recordChange({
    object: "contact", id, before, after: { ...after, merged_ids: contact_ids }, events: ["contact.merged"]
  })
  for (const other of merged) {
    const deleted = yield* contacts.find(other.id, { deleted: true })
    yield* recordChange({
      object: "contact",
      id: other.id,
      before: { ...other },
      after: { ...Option.getOrThrow(deleted), merged_into: id, moved: movesOf(moves, other.id) }
    })
  }
  return shown(yield* merges.get(merge), after)
})

const movesOf = (moves: ReadonlyMap<number, Moves>, id: number) => ({ ...moves.get(id) ?? noMoves })

const emailTaken = ({ by, email }: EmailTaken) =>
  new Conflict({
    message: by === undefined ? `Another contact has the address ${email} by now.` : `Contact ${by} has the address ${email} by now.`
  })

const expired = () => new Conflict({ message: "This merge is too long ago to be undone." })

const noLongerAlone = (survivor: ContactId, into: ContactId) =>
  new Conflict({ message: `Contact ${survivor} was itself merged into contact ${into}. Undo that first.` })

const nameless = (id: ContactId) =>
  new Conflict({ message: `Contact ${id} would be left without a name, an e-mail address and a phone number. Give it one first.` })

/** The kept contact as it was, as far as nobody changed it since. */
const restored = Effect.fnUntraced(function*(before: Contact, { former, taken }: MergeRow) {
  const contacts = yield* Contacts
  const back = parted(before, former as Partial<Told>, taken as Partial<Told>)
  if (Object.keys(back).length === 0) return before
  const { email, first_name, last_name, phone } = { ...before, ...back }
  if (first_name === null && last_name === null && email === null && phone === null) return yield* nameless(before.id)
  return yield* contacts.update(before, back, { noted: false })
})

export const unmerge_contacts = Effect.fnUntraced(function*({ id }: Input<typeof api.unmerge_contacts>) {
  const contacts = yield* Contacts
  const merges = yield* Merges
  const { merged_ids, survivor_id } = yield* merges.get(id)
  yield* merges.hold([survivor_id, ...merged_ids], { back: id })
  const merge = yield* merges.get(id, { lock: true })
  const before = Option.getOrThrow(yield* contacts.find(survivor_id, { deleted: true }))
  if (merge.undone_at !== null) return shown(merge, before)
  if (merge.expired) return yield* expired()
  const into = yield* merges.survivorOf(survivor_id)
  if (Option.isSome(into)) return yield* noLongerAlone(survivor_id, into.value.survivor_id)

  const after = yield* Effect.mapError(restored(before, merge), (no) => no._tag === "EmailTaken" ? emailTaken(no) : no)
  const pairs: Array<readonly [deleted: Contact, restored: Contact]> = []
  for (const other of merged_ids) {
    const deleted = yield* contacts.find(other, { deleted: true })
    if (Option.isNone(deleted)) return yield* expired()
    pairs.push([deleted.value, yield* Effect.mapError(contacts.restore(deleted.value, { noted: false }), emailTaken)])
  }
  const back = yield* merges.giveBack(id)
  yield* merges.undone(id)

  if (after !== before) yield* recordChange({ object: "contact", id: survivor_id, before, after, events: ["contact.updated"] })
  for (const [deleted, contact] of pairs) {
    yield* recordChange({
      object: "contact",
      id: contact.id,
      before: { ...deleted, merged_into: survivor_id },
      after: { ...contact, merged_into: null, moved_back: movesOf(back, contact.id) },
      events: ["contact.restored"]
    })
  }
  return shown(yield* merges.get(id), after)
})
