import { Context, Schema } from "effect"
import { prose } from "./text.ts"

/** 1 to 255 printable ASCII characters; scoped to company and mode, remembered for 24 hours. */
export const IdempotencyKey = Schema.String.check(
  Schema.isPattern(/^[\x20-\x7e]{1,255}$/u, { expected: "1 to 255 printable ASCII characters" })
).annotate({
  description: "The same key with the same body within 24 hours repeats the first answer; nothing is done twice.",
  examples: ["9f8a0c2e-create-contact"]
})

/** Headers of an operation that creates something. */
export const idempotent = { "idempotency-key": Schema.optionalKey(IdempotencyKey) }

/** Headers of an operation that changes one record. */
export const ifMatchHeader = {
  "if-match": Schema.optionalKey(
    prose(200).annotate({
      description: "The record's ETag; the change is refused with 412 if the record has changed since.",
      examples: ["\"3\""]
    })
  )
}

/** The `If-Match` of the request being served, if any. */
export const IfMatch = Context.Reference<string | undefined>("kernel/IfMatch", { defaultValue: () => undefined })

/** The ETag of a record's version (RFC 9110, strong). */
export const etagOf = (version: number) => `"${version}"`

/** Whether `If-None-Match` names the ETag, by weak comparison (RFC 9110, section 13.1.2). */
export const isHeld = (etag: string, ifNoneMatch: string | undefined): boolean =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(",").map((tag) => tag.trim()).some((tag) => tag === "*" || tag.replace(/^W\//u, "") === etag)
