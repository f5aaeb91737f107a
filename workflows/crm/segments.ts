import { Effect } from "effect"
import { Contacts } from "#layers/crm/contacts"
import { Segments } from "#layers/crm/segments"
import type { SegmentId } from "#schemas/crm/segment"
import type * as api from "#schemas/crm/segments.api"
import type { Input } from "#schemas/kernel/catalog"
import { ValidationError } from "#schemas/kernel/errors"
import { faultsIn, withFields } from "./filters.ts"

export const list_segments = (query: Input<typeof api.list_segments>) => Segments.use((segments) => segments.page(query))

const checkFilter = Effect.fnUntraced(function*(filter: Input<typeof api.create_segment>["filter"]) {
  const details = yield* faultsIn([filter], () => "filter")
  if (details.length > 0) return yield* new ValidationError({ message: "The filter asks for what contacts do not have.", details })
})

export const create_segment = Effect.fnUntraced(function*(input: Input<typeof api.create_segment>) {
  yield* checkFilter(input.filter)
  return yield* (yield* Segments).create(input)
})

export const get_segment = ({ id }: Input<typeof api.get_segment>) => Segments.use((segments) => segments.get(id))

export const update_segment = Effect.fnUntraced(function*({ id, ...changes }: Input<typeof api.update_segment>) {
  if (changes.filter !== undefined) yield* checkFilter(changes.filter)
  return yield* (yield* Segments).change(id, changes)
})

export const delete_segment = ({ id }: Input<typeof api.delete_segment>) => Segments.use((segments) => segments.remove(id))

/** The condition that a segment is. */
const conditionOf = Effect.fnUntraced(function*(id: SegmentId) {
  const segments = yield* Segments
  const { filter } = yield* segments.get(id)
  const [condition] = yield* withFields([filter])
  return condition!
})

export const list_segment_contacts = Effect.fnUntraced(function*({ id, ...query }: Input<typeof api.list_segment_contacts>) {
  const contacts = yield* Contacts
  return yield* contacts.page({ ...query, matching: yield* conditionOf(id) })
})

/** What a list's `segment_id` asks for. */
export const wantedSegment = (id: SegmentId | undefined) =>
  id === undefined ? Effect.undefined : Effect.mapError(conditionOf(id), ({ message }) =>
    new ValidationError({ message, details: [{ field: "segment_id", error: "there is no such segment", received: id }] }))
