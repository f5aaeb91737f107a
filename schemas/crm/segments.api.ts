import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { defaulted } from "#schemas/kernel/defaulted"
import { Conflict, NotFound } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/operation"
import { ListOf, paging } from "#schemas/kernel/paging"
import { Contact, contactSorts } from "./contact.ts"
import { NewSegment, Segment, SegmentId, segmentSorts } from "./segment.ts"

export const list_segments = HttpApiEndpoint.get("list_segments", "/segments", {
  query: { ...paging, sort: defaulted(Schema.Literals(segmentSorts), "id") },
  success: ListOf(Segment)
}).annotateMerge(operation({
  summary: "List segments",
  description: "The company's segments of contacts, with the filter of each.",
  access: "crm:read",
  tierFloor: "builder"
}))

export const create_segment = HttpApiEndpoint.post("create_segment", "/segments", {
  payload: NewSegment,
  success: Segment.pipe(HttpApiSchema.status(201)),
  error: Conflict
}).annotateMerge(operation({
  summary: "Add a segment",
  description: "Saves a filter of contacts under a name: conditions on fields, tags, the company's own fields, score, activities, deals " +
    "and times, with all, any and none. A name that another segment has is a conflict.",
  access: "crm:write",
  tierFloor: "builder"
}))

export const list_segment_contacts = HttpApiEndpoint.get("list_segment_contacts", "/segments/:id/contacts", {
  params: { id: SegmentId },
  query: { ...paging, sort: defaulted(Schema.Literals(contactSorts), "id") },
  success: ListOf(Contact),
  error: NotFound
}).annotateMerge(operation({
  summary: "List a segment's contacts",
  description: "The contacts that the segment's filter fits now. `list_contacts` with `segment_id` narrows them further.",
  access: "crm:read",
  tierFloor: "builder"
}))
