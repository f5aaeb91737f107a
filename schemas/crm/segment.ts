import { Schema } from "effect"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { Id } from "#schemas/kernel/ids"
import { line, prose } from "#schemas/kernel/text"
import { Filters, KeptFilter } from "./filter.ts"

export const SegmentId = Id.pipe(Schema.brand("SegmentId"))
export type SegmentId = typeof SegmentId.Type

/** A filter that was given a name. Who belongs is asked anew each time. */
export const segment = entity("Segment", {
  id: field.readOnly(SegmentId),
  name: field.required(line(100).annotate({ description: "One segment of a company, whatever the letter case.", examples: ["Warm leads"] })),
  description: field.nullable(prose(1_000), { examples: ["Newsletter readers who bought before."] }),
  filter: field.required(Filters, KeptFilter),
  ...versioned
}, { sort: ["id", "name"] })
export const Segment = segment.read
export type Segment = typeof Segment.Type
