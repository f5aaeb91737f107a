import { Schema } from "effect"
import { entity, field } from "#schemas/kernel/entity"
import { Id } from "#schemas/kernel/ids"
import { line } from "#schemas/kernel/text"
import { Timestamp } from "#schemas/kernel/time"
import { ContactId } from "./contact.ts"
import { DealId } from "./deal.ts"
import { OrganizationId } from "./organization.ts"

export const FileId = Id.pipe(Schema.brand("FileId"))
export type FileId = typeof FileId.Type

/** A name and no path: without slashes, control characters and those that turn the direction of writing. */
export const FileName = line(200).check(Schema.isPattern(/^(?!\.{1,2}$)[^/\\\p{Cc}\u202a-\u202e\u2066-\u2069]+$/u, {
  expected: "a file name without a path and control characters"
})).annotate({ description: "What it is called; no path.", examples: ["offer.pdf"] })

/** Media types that records may have, each with how a file of it may begin. */
export const fileTypes = {
  "text/plain": "Met in Oslo; wants 500 manuals.\n",
  "text/csv": "item,quantity\nmanual,500\n",
  "application/pdf": "%PDF-1.7\n",
  "image/png": "The bytes of a PNG file.",
  "image/jpeg": "The bytes of a JPEG file.",
  "image/webp": "The bytes of a WebP file.",
  "image/gif": "GIF89a",
  "application/zip": "The bytes of a ZIP file.",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "The bytes of a Word file.",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "The bytes of an Excel file."
} as const
export type FileType = keyof typeof fileTypes

/** A file on a contact, a deal or a company. */
export const file = entity("File", {
  id: field.readOnly(FileId),
  name: field.readOnly(Schema.String.annotate({ examples: ["offer.pdf"] })),
  type: field.readOnly(Schema.String.annotate({ description: "Its media type.", examples: ["application/pdf"] })),
  bytes: field.readOnly(Schema.Int.annotate({ examples: [52_311] })),
  hash: field.readOnly(Schema.String.annotate({
    description: "SHA-256 of its bytes, hexadecimal.", examples: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"]
  })),
  contact_id: field.readOnly(Schema.NullOr(ContactId)),
  deal_id: field.readOnly(Schema.NullOr(DealId)),
  organization_id: field.readOnly(Schema.NullOr(OrganizationId)),
  url: field.readOnly(Schema.String.annotate({ description: "Where its bytes are, for the same callers.", examples: ["/api/v1/crm/files/42/content"] })),
  created_at: field.readOnly(Timestamp)
}, {
  filters: { contact_id: ContactId, deal_id: DealId, organization_id: OrganizationId },
  sort: ["id", "created_at"]
})
export const File = file.read
export type File = typeof File.Type
