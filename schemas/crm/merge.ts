import { Record as Records, Schema } from "effect"
import { contactTables } from "#schemas/categories"
import { Id } from "#schemas/kernel/ids"
import { Timestamp } from "#schemas/kernel/time"
import { Contact, ContactId } from "./contact.ts"

export const MergeId = Id.pipe(Schema.brand("MergeId"))
export type MergeId = typeof MergeId.Type

export const MOST_MERGED = 20

/** Records that one merge moves. It locks them all until it is done, which takes a second for so many. */
export const MOST_MOVED = 10_000

/** The records that merges move, in words. */
export const movedInWords = new Intl.ListFormat("en-GB").format(Object.keys(contactTables).map((table) => table.replaceAll("_", " ")))

/** For how long a merge can be undone; contacts that were merged stay in the bin as long. */
export const UNDO_DAYS = 30

const someOthers = [43, 44].map((id) => ContactId.make(id))

const moved = Records.map(contactTables, ({ example }) => Schema.Int.annotate({ examples: [example] }))

/** Contacts that became one. */
export const ContactMerge = Schema.Struct({
  id: MergeId,
  contact: Contact.annotate({ description: "The one that was kept, as it is now." }),
  merged_ids: Schema.Array(ContactId).annotate({ description: "The others. Whoever asks for one is told which was kept.", examples: [someOthers] }),
  moved: Schema.Struct(moved).annotate({ identifier: "MovedRecords", description: "How many records of the others went over to it, those in the bin too." }),
  merged_at: Timestamp,
  undo_until: Timestamp,
  undone_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "ContactMerge" })
export type ContactMerge = typeof ContactMerge.Type

export const NewMerge = Schema.Struct({
  contact_ids: Schema.Array(ContactId).check(Schema.isMinLength(1), Schema.isMaxLength(MOST_MERGED), Schema.isUnique()).annotate({
    description: `The others, 1 to ${MOST_MERGED}, the best first: where the kept one has no value, the first of them that has one gives it.`,
    examples: [someOthers]
  })
}).annotate({ identifier: "NewMerge" })
