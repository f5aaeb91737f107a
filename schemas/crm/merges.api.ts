import { operation } from "#schemas/kernel/endpoints"
import { Conflict } from "#schemas/kernel/errors"
import { ContactId } from "./contact.ts"
import { ContactMerge, MergeId, MOST_MOVED, movedInWords, NewMerge, UNDO_DAYS } from "./merge.ts"

export const merge_contacts = operation.act("merge_contacts", "/contacts/:id/merge", ContactMerge, {
  params: { id: ContactId },
  payload: NewMerge,
  summary: "Merge contacts",
  description: `Keeps this contact and moves the ${movedInWords} of the others to it. It takes their tags, and their values where ` +
    `it has none; the others go to the bin. At most ${MOST_MOVED} ${movedInWords} in all. \`unmerge_contacts\` undoes it for ${UNDO_DAYS} days.`,
  access: "crm:write",
  destructive: true,
  requiresConsent: true,
  undo: { by: "unmerge_contacts", days: UNDO_DAYS },
  curated: true
})

export const list_merges = operation.list("list_merges", "/merges", ContactMerge, {
  filters: { contact_id: ContactId.annotate({ description: "The contact that was kept." }) },
  summary: "List merges",
  description: "Which contacts became one, newest first, as long as it can be undone.",
  access: "crm:read"
})

export const unmerge_contacts = operation.act("unmerge_contacts", "/merges/:id/undo", ContactMerge, {
  params: { id: MergeId },
  errors: [Conflict],
  summary: "Undo a merge of contacts",
  description: "Takes the merged contacts out of the bin and gives them back what went over and is still with the kept one, which loses the " +
    "values and tags it took, unless they were changed since. A conflict if an e-mail address is taken by now, or the kept contact was merged itself.",
  access: "crm:write",
  idempotent: true
})
