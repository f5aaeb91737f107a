import { Schema } from "effect"
import { operation } from "#schemas/kernel/endpoints"
import { ContactId } from "./contact.ts"
import { DealId } from "./deal.ts"
import { File, file, FileId, FileName, fileTypes } from "./file.ts"
import { OrganizationId } from "./organization.ts"

export const list_files = operation.list("list_files", "/files", File, {
  ...file.list,
  by: "-id",
  summary: "List files",
  description: "The files on contacts, deals and companies, newest first. `url` is where the bytes of one are."
})

export const attach_file = operation.upload("attach_file", "/files", {
  description: "The bytes of the file. What they begin with has to be of the media type that is said. Up to 25 MiB.",
  examples: fileTypes
}, File, {
  status: 201,
  query: {
    name: FileName,
    contact_id: Schema.optionalKey(ContactId.annotate({ description: "The contact that it belongs to." })),
    deal_id: Schema.optionalKey(DealId.annotate({ description: "Or the deal." })),
    organization_id: Schema.optionalKey(OrganizationId.annotate({ description: "Or the company of `/crm/companies`." }))
  },
  summary: "Attach a file",
  description: "Puts a file on a contact, a deal or a company: one of `contact_id`, `deal_id` and `organization_id` is needed. A merge of contacts " +
    "moves it; it goes with its record.",
  exampleQuery: { contact_id: 42 },
  access: "crm:write"
})

export const download_file = operation.download("download_file", "/files/:id/content", {
  description: "The bytes as they were attached.",
  examples: fileTypes,
  ranges: true
}, {
  params: { id: FileId },
  summary: "Download a file",
  description: "The bytes of one file, to be saved.",
  access: "crm:read"
})

export const delete_file = operation.remove("delete_file", "/files/:id", File, {
  summary: "Delete a file",
  description: "Deletes a file and its bytes. Nothing brings it back.",
  requiresConsent: true,
  undo: "nothing"
})
