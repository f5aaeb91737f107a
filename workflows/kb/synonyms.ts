import { Effect } from "effect"
import { Synonyms } from "#layers/kb/synonyms"
import { requireRoom } from "#layers/kernel/company-lock"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { MOST_SYNONYMS } from "#schemas/kb/synonym"
import type * as api from "#schemas/kb/synonyms.api"
import type { Input } from "#schemas/kernel/catalog"

const small = (words: ReadonlyArray<string>) => words.map((word) => word.toLowerCase())

export const list_kb_synonyms = (query: Input<typeof api.list_kb_synonyms>) => Synonyms.use((synonyms) => synonyms.page(query))

export const create_kb_synonym = Effect.fnUntraced(function*({ words }: Input<typeof api.create_kb_synonym>) {
  const synonyms = yield* Synonyms
  yield* requireRoom(synonyms.count, MOST_SYNONYMS, "groups of synonyms")
  return yield* synonyms.create({ words: small(words) })
})

export const update_kb_synonym = ({ id, words }: Input<typeof api.update_kb_synonym>) =>
  Synonyms.use((synonyms) => synonyms.change(id, words === undefined ? {} : { words: small(words) }))

export const delete_kb_synonym = Effect.fnUntraced(function*({ id }: Input<typeof api.delete_kb_synonym>) {
  const synonyms = yield* Synonyms
  const before = yield* synonyms.get(id, { lock: true })
  yield* synonyms.delete(id)
  yield* recordChange({ object: "kb_synonym", id, before: { id, words: before.words }, after: null })
  return before
})
