import { Schema } from "effect"
import { ContactId } from "./contact.ts"

/** What is told of a person who was erased. */
export const ErasedPerson = Schema.Struct({ id: ContactId }).annotate({ identifier: "ErasedPerson" })

const kind = Schema.String.annotate({
  description: "What the records are: `activity`, `event`, ...; `mention` is a record of others that named the person.",
  examples: ["activity"]
})
const count = Schema.Int.annotate({ examples: [3] })

/** What erasing a person did. */
export const PersonErasure = Schema.Struct({
  id: ContactId,
  contact_ids: Schema.Array(ContactId).annotate({
    description: "The contact and those that were merged into it.", examples: [[ContactId.make(42), ContactId.make(43)]]
  }),
  erased: Schema.Array(Schema.Struct({ kind, count }).annotate({ identifier: "ErasedRecords" })).annotate({
    description: "Records that were deleted, or no longer hold anything of the person."
  }),
  kept: Schema.Array(
    Schema.Struct({
      kind,
      count,
      reason: Schema.String.annotate({ examples: ["The company's figures count its amount; it no longer names the person."] })
    }).annotate({ identifier: "KeptRecords" })
  ).annotate({ description: "What stays, and why: records without the person; and `shared_phone`, `shared_name` (other contacts that have the same), " +
    "`user` (a member with the address), `email_suppression`." })
}).annotate({ identifier: "PersonErasure" })
export type PersonErasure = typeof PersonErasure.Type
