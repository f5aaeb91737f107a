import { Schema } from "effect"
import { operation } from "#schemas/kernel/endpoints"
import { Conflict } from "#schemas/kernel/errors"
import { line } from "#schemas/kernel/text"
import { Timestamp } from "#schemas/kernel/time"
import { Author } from "#schemas/website/revision"
import { entry, KbEntry, OwnCompanyId, VersionNumber } from "./entry.ts"
import { EntryId } from "./ids.ts"
import { Audience } from "./passage.ts"

const company = { id: OwnCompanyId }
const one = { id: OwnCompanyId, entry_id: EntryId.annotate({ examples: [EntryId.make(1)] }) }

export const list_kb_entries = operation.list("list_kb_entries", "/company/:id", KbEntry, {
  ...entry.list,
  params: company,
  by: "-updated_at",
  summary: "List entries of the knowledge base",
  description: "What the company has written down, the last changed first: drafts and archived entries too, unless `status` says which. Live and test keys share it.",
  curated: true
})

export const create_kb_entry = operation.create("create_kb_entry", "/company/:id", entry.create, KbEntry, {
  params: company,
  summary: "Add an entry to the knowledge base",
  description: "Writes down something that the company knows. A published entry is found by `search_kb` at once, by whom its audience names.",
  curated: true
})

export const get_kb_entry = operation.get("get_kb_entry", "/company/:id/entries/:entry_id", KbEntry, {
  params: one,
  summary: "Get an entry of the knowledge base",
  description: "One entry as it is now."
})

export const update_kb_entry = operation.replace("update_kb_entry", "/company/:id/entries/:entry_id", entry.create, KbEntry, {
  params: one,
  errors: [Conflict],
  summary: "Change an entry of the knowledge base",
  description: "Replaces what an entry says; what is left out becomes what it is in a new one. The version before is kept. It counts as looked at. With " +
    "`If-Match`, only if nobody changed it since. An archived entry is a conflict: restore a version of it first.",
  curated: true
})

export const archive_kb_entry = operation.transition("archive_kb_entry", "/company/:id/entries/:entry_id/archive", KbEntry, {
  params: one,
  summary: "Archive an entry of the knowledge base",
  description: "Takes an entry out of searches and answers. It stays with all its versions, and `restore_kb_entry_version` brings it back. With `If-Match`, " +
    "only if nobody changed it since.",
  destructive: true,
  idempotent: true,
  requiresConsent: true,
  undo: { by: "restore_kb_entry_version" }
})

const EntryVersion = Schema.Struct({
  number: VersionNumber,
  title: Schema.String.annotate({ examples: ["Returns and refunds"] }),
  body: Schema.String.annotate({ examples: ["You may send things back within 30 days."] }),
  language: Schema.String.annotate({ examples: ["en"] }),
  audience: Audience,
  tags: Schema.Array(Schema.String).annotate({ examples: [["returns"]] }),
  made_by: Author,
  note: Schema.NullOr(Schema.String).annotate({ examples: ["Restored from version 2"] }),
  created_at: Timestamp
}).annotate({ identifier: "KbEntryVersion", description: "What an entry said at some time. None is ever changed." })

export const list_kb_entry_versions = operation.list("list_kb_entry_versions", "/company/:id/entries/:entry_id/versions", EntryVersion, {
  params: one,
  summary: "List the versions of an entry",
  description: "Everything that an entry has said, the newest first: by whom and when."
})

export const restore_kb_entry_version = operation.transition("restore_kb_entry_version", "/company/:id/entries/:entry_id/versions/:number/restore", KbEntry, {
  params: { ...one, number: VersionNumber },
  summary: "Restore a version of an entry",
  description: "Makes an entry say what it said in an earlier version, as a new one; one that was archived is published again, or a draft where it has open " +
    "questions. With `If-Match`, only if nobody changed it since.",
  idempotent: true
})

export const create_kb_entry_from_gap = operation.create("create_kb_entry_from_gap", "/company/:id/drafts", Schema.Struct({
  question: line(300).annotate({ description: "As it was asked: `get_kb_analytics` names what found no answer.", examples: ["Do you wrap presents?"] }),
  audience: Schema.optionalKey(Audience),
  owner_id: entry.create.fields.owner_id
}).annotate({ identifier: "KbGap" }), KbEntry, {
  params: company,
  summary: "Make a draft of a question without an answer",
  description: "Makes a draft whose title is the question and whose only open question it is. Nothing is made up: the company answers it, and then publishes it with " +
    "`update_kb_entry`. Asked again while there is such a draft, it answers with that one."
})

export const rate_kb_entry = operation.act("rate_kb_entry", "/company/:id/entries/:entry_id/feedback", Schema.Struct({
  entry_id: EntryId,
  helpful: Schema.Int.annotate({ description: "How many found it helpful within 90 days.", examples: [12] }),
  unhelpful: Schema.Int.annotate({ description: "How many did not.", examples: [1] })
}).annotate({ identifier: "KbHelpfulness" }), {
  params: one,
  payload: Schema.Struct({ helpful: Schema.Boolean.annotate({ examples: [true] }) }).annotate({ identifier: "KbFeedback" }),
  summary: "Say whether an entry helped",
  description: "Counts one more reader whom an entry helped, or did not help."
})
