import { Schema } from "effect"
import { Id, KeyId } from "#schemas/kernel/ids"
import { Timestamp } from "#schemas/kernel/time"
import { Actor } from "./consent.ts"

export const ReceiptId = Id.pipe(Schema.brand("ReceiptId"))
export type ReceiptId = typeof ReceiptId.Type

/* Not Schema.JsonObject, whose codec copies it: answers are printed as programs make them. */
const Facts = Schema.NullOr(Schema.Record(Schema.String, Schema.Any))

const hex = (description: string) =>
  Schema.String.annotate({ description, examples: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"] })

/** What a write did, as it was written beside it. */
export const Receipt = Schema.Struct({
  id: ReceiptId,
  verb: Schema.String.annotate({ description: "The operation.", examples: ["update_contact"] }),
  payload_hash: hex("SHA-256 of the operation and its input in canonical form (RFC 8785), hexadecimal. Operations of `auth` leave secrets out of it."),
  changes: Schema.Array(
    Schema.Struct({
      object: Schema.String.annotate({ examples: ["contact"] }),
      id: Schema.Int.annotate({ examples: [42] }),
      before: Facts.annotate({ description: "The fields that changed, as they were; all fields of what went.", examples: [{ notes: null }] }),
      after: Facts.annotate({ description: "The same fields as they became; all fields of what was made.", examples: [{ notes: "Met in Oslo." }] }),
      erased_by: Schema.optionalKey(Schema.Int.annotate({
        description: "The contact whose person was erased: of the values only `[erased]` is left.", examples: [42]
      })),
      commitment: Schema.optionalKey(hex("What the chain holds instead of the erased change: SHA-256 of a salt, which is gone, and of the change."))
    }).annotate({ identifier: "ReceiptChange" })
  ).annotate({ description: "Record by record, secrets left out." }),
  livemode: Schema.Boolean,
  key_id: Schema.NullOr(KeyId).annotate({
    description: "The API key, publishable key, session or connection that was used; `null` for a visitor who came without one.",
    examples: [KeyId.make(7)]
  }),
  actor: Schema.NullOr(Actor).annotate({ description: "Who acted for whom." }),
  session: Schema.NullOr(Schema.String).annotate({ description: "`X-Service-Session`.", examples: ["run-2026-11-21-7"] }),
  consent: Facts.annotate({
    description: "What it relied on: the `id` of a consent, or `standing: true` with the bounds of the owner's standing consent.",
    examples: [{ id: 42 }]
  }),
  request_id: Schema.String.annotate({ description: "The request that did it.", examples: ["order-4711-attempt-1"] }),
  created_at: Timestamp,
  sequence: Schema.NullOr(Schema.Int).annotate({
    description: "Its place in the company's chain, growing by one; `null` in the first second.",
    examples: [1042]
  }),
  hash: Schema.NullOr(hex("SHA-256 of the receipt and of the hash before it, hexadecimal: a change to any earlier receipt shows."))
}).annotate({ identifier: "Receipt" })
export type Receipt = typeof Receipt.Type
