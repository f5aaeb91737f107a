import { operation } from "#schemas/kernel/endpoints"
import { Conflict, StepUpRequired } from "#schemas/kernel/errors"
import { ContactId } from "./contact.ts"
import { PersonErasure } from "./person.ts"

const params = { id: ContactId }

export const export_person = operation.download("export_person", "/contacts/:id/personal-data", {
  description: "By kind of record: the contact, what belongs to it, every change that was made to it, and where its data was sent.",
  examples: {
    "application/json": "{\"contact_ids\":[42],\"exported_at\":\"2026-11-21T09:30:00.000Z\",\"records\":{\"contact\":[{\"id\":42,\"first_name\":\"Grace\"}]," +
      "\"activity\":[],\"change\":[],\"delivery\":[]}}"
  }
}, {
  params,
  summary: "Export a person's data",
  description: "Everything that the company holds about one person, as one JSON file; contacts that were merged into it are part of it.",
  access: "crm:read"
})

export const erase_person = operation.remove("erase_person", "/contacts/:id/personal-data", PersonErasure, {
  params,
  errors: [Conflict, StepUpRequired],
  summary: "Erase a person",
  description: "Deletes the contact, its activities, tasks and files for good, also from the bin, and takes the person out of all else: texts that " +
    "name them, imports, consents, kept answers, events, deliveries, receipts. Deals stay without the person. The answer lists what was kept and " +
    "why, also names and numbers that other contacts share. Within a minute what PostgreSQL has beside the rows follows (samples of values, dead " +
    "rows, its write-ahead log, as far as the server lets us), and e-mails that were only written to files. Free room in its files keeps bytes until " +
    "they are written over or its operator runs VACUUM FULL; backups, archived logs, and what webhooks and others were sent, are not reached. " +
    "Nothing brings it back. A conflict while a file that names them is being imported.",
  access: "crm:write",
  tierFloor: "professional",
  requiresConsent: true,
  undo: "nothing"
})
