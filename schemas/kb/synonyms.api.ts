import { operation } from "#schemas/kernel/endpoints"
import { Conflict } from "#schemas/kernel/errors"
import { KbSynonym, MOST_SYNONYMS, synonym } from "./synonym.ts"

export const list_kb_synonyms = operation.list("list_kb_synonyms", "/synonyms", KbSynonym, {
  ...synonym.list,
  summary: "List synonyms",
  description: "Words that mean the same to the company, in groups."
})

export const create_kb_synonym = operation.create("create_kb_synonym", "/synonyms", synonym.create, KbSynonym, {
  errors: [Conflict],
  summary: "Add synonyms",
  description: `Searches for one of these words find the others too, from now on. A company has at most ${MOST_SYNONYMS} groups.`
})

export const update_kb_synonym = operation.update("update_kb_synonym", "/synonyms/:id", synonym.change, KbSynonym, {
  summary: "Change synonyms"
})

export const delete_kb_synonym = operation.remove("delete_kb_synonym", "/synonyms/:id", KbSynonym, {
  summary: "Remove synonyms",
  description: "The words mean what they mean again."
})
