import { Schema } from "effect"
import { Timestamp } from "#schemas/kernel/time"
import { ContactId } from "./contact.ts"

export const duplicateReasons = ["same_email", "same_phone", "similar_name"] as const
export const DuplicateReason = Schema.Literals(duplicateReasons)
export type DuplicateReason = typeof DuplicateReason.Type

/** Names this alike are told of: trigrams in common, of all that either has. */
export const LIKENESS = 0.6

/** Names of so many contacts are compared with each other. */
export const MOST_NAMES = 20_000

/** Of each name, so many others that are most like it are told. */
export const MOST_ALIKE = 10

/** Contacts of a group that are shown. */
export const SHOWN = 20

/** Contacts that may be one person. */
export const DuplicateContacts = Schema.Struct({
  id: Schema.String.annotate({ examples: ["name-42-57"] }),
  reasons: Schema.Array(DuplicateReason).annotate({
    description: "`same_email`: but for what stands between + and @. `same_phone`. `similar_name`: full names alike by their trigrams.",
    examples: [["same_phone", "similar_name"]]
  }),
  similarity: Schema.NullOr(Schema.Finite).annotate({ description: `Of the names, ${LIKENESS} to 1; \`null\` if they are no reason.`, examples: [0.83] }),
  count: Schema.Int.annotate({ description: `How many contacts it is; at most ${SHOWN} are shown.`, examples: [2] }),
  contacts: Schema.Array(
    Schema.Struct({
      id: ContactId,
      first_name: Schema.NullOr(Schema.String).annotate({ examples: ["Grace"] }),
      last_name: Schema.NullOr(Schema.String).annotate({ examples: ["Hopper"] }),
      email: Schema.NullOr(Schema.String).annotate({ examples: ["grace@navy.example"] }),
      phone: Schema.NullOr(Schema.String).annotate({ examples: ["+12025550123"] }),
      company_name: Schema.NullOr(Schema.String).annotate({ examples: ["United States Navy"] }),
      created_at: Timestamp
    }).annotate({ identifier: "DuplicateContact" })
  ).annotate({ description: "The oldest first." })
}).annotate({ identifier: "DuplicateContacts" })
export type DuplicateContacts = typeof DuplicateContacts.Type
