import { operation } from "#schemas/kernel/endpoints"
import { DuplicateContacts, DuplicateReason, LIKENESS, MOST_ALIKE, MOST_NAMES } from "./duplicates.ts"

export const find_duplicate_contacts = operation.list("find_duplicate_contacts", "/contacts/duplicates", DuplicateContacts, {
  filters: { reason: DuplicateReason.annotate({ description: "Only groups that have this reason.", examples: ["similar_name"] }) },
  summary: "Find duplicate contacts",
  description: "Groups of contacts that may be one person, with the reason, the strongest first: the same e-mail address, the same phone " +
    `number, or full names whose trigrams are alike by ${LIKENESS} or more. Names are compared among the ${MOST_NAMES} contacts that changed last, ` +
    `and of each the ${MOST_ALIKE} most like it are told. \`merge_contacts\` makes them one.`,
  access: "crm:read",
  curated: true
})
