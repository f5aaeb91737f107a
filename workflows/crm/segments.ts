import { Effect, Option } from "effect"
import { type ContactQuery, Contacts } from "#layers/crm/contacts"
import { type SegmentQuery, Segments } from "#layers/crm/segments"
import { Journal } from "#layers/journal"
import type { NewSegment, SegmentId } from "#schemas/crm/segment"
import { Conflict, NotFound, ValidationError } from "#schemas/kernel/errors"
import { asked, faultsIn } from "./filters.ts"

export const list_segments = (query: SegmentQuery) => Segments.use((segments) => segments.page(query))

export const create_segment = Effect.fnUntraced(function*(input: NewSegment) {
  const details = yield* faultsIn([input.filter], () => "filter")
  if (details.length > 0) {
    return yield* new ValidationError({ message: "The filter asks for what contacts do not have.", details })
  }
  const segments = yield* Segments
  const segment = yield* segments.add(input)
  if (Option.isNone(segment)) {
    return yield* new Conflict({
      message: "Another segment has this name.",
      details: [{ field: "name", error: "already taken", received: input.name }]
    })
  }
  yield* (yield* Journal).record({ object: "segment", id: segment.value.id, before: null, after: segment.value })
  return segment.value
})

const membersOf = Effect.fnUntraced(function*(id: SegmentId) {
  const segments = yield* Segments
  const found = yield* segments.find(id)
  if (Option.isNone(found)) return Option.none()
  const [filter] = yield* asked([found.value.filter])
  return Option.some(filter!)
})

export const list_segment_contacts = Effect.fnUntraced(function*({ id, ...query }: { readonly id: SegmentId } & ContactQuery) {
  const members = yield* membersOf(id)
  if (Option.isNone(members)) return yield* new NotFound({ message: "There is no such segment." })
  const contacts = yield* Contacts
  return yield* contacts.page({ ...query, matching: members.value })
})

/** What a list's `segment_id` asks for. */
export const wantedSegment = Effect.fnUntraced(function*(id: SegmentId | undefined) {
  if (id === undefined) return undefined
  const members = yield* membersOf(id)
  if (Option.isSome(members)) return members.value
  return yield* new ValidationError({
    message: "There is no such segment.",
    details: [{ field: "segment_id", error: "there is no such segment", received: id }]
  })
})
