import { operation } from "#schemas/kernel/endpoints"
import { Conflict } from "#schemas/kernel/errors"
import { contact, Contact } from "./contact.ts"
import { customColumns } from "./custom-field.ts"
import { segment, Segment, SegmentId } from "./segment.ts"

export const list_segments = operation.list("list_segments", "/segments", Segment, {
  ...segment.list,
  summary: "List segments",
  description: "The company's segments of contacts, with the filter of each.",
  tierFloor: "builder"
})

export const create_segment = operation.create("create_segment", "/segments", segment.create, Segment, {
  errors: [Conflict],
  summary: "Add a segment",
  description: "Saves a filter of contacts under a name: conditions on fields, tags, the company's own fields, score, activities, deals " +
    "and times, with all, any and none. A name that another segment has is a conflict.",
  tierFloor: "builder"
})

export const list_segment_contacts = operation.list("list_segment_contacts", "/segments/:id/contacts", Contact, {
  params: { id: SegmentId },
  sort: contact.list.sort,
  keyedColumns: customColumns("contact"),
  summary: "List a segment's contacts",
  description: "The contacts that the segment's filter fits now. `list_contacts` with `segment_id` narrows them further.",
  tierFloor: "builder"
})

export const get_segment = operation.get("get_segment", "/segments/:id", Segment, {
  summary: "Get a segment",
  description: "A segment's name and filter."
})

export const update_segment = operation.update("update_segment", "/segments/:id", segment.change, Segment, {
  errors: [Conflict],
  summary: "Change a segment",
  tierFloor: "builder"
})

export const delete_segment = operation.remove("delete_segment", "/segments/:id", Segment, {
  summary: "Delete a segment",
  description: "Nothing brings it back; its name is free again. Its contacts stay.",
  requiresConsent: true,
  undo: "nothing",
  tierFloor: "builder"
})
