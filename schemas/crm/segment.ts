import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { Id } from "#schemas/kernel/ids"
import { line, prose } from "#schemas/kernel/text"
import { Timestamp } from "#schemas/kernel/time"
import { Filters, KeptFilter } from "./filter.ts"

export const SegmentId = Id.pipe(Schema.brand("SegmentId"))
export type SegmentId = typeof SegmentId.Type

const name = line(100).annotate({ description: "One segment of a company, whatever the letter case.", examples: ["Warm leads"] })

/** A filter that was given a name. Who belongs is asked anew each time. */
export const Segment = Schema.Struct({
  id: SegmentId,
  name: Schema.String.annotate({ examples: ["Warm leads"] }),
  description: Schema.NullOr(Schema.String).annotate({ examples: ["Newsletter readers who bought before."] }),
  filter: KeptFilter,
  version: Schema.Int.annotate({ description: "Grows by one with each change; the ETag.", examples: [1] }),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Segment" })
export type Segment = typeof Segment.Type

export const NewSegment = Schema.Struct({
  name,
  description: defaulted(Schema.NullOr(prose(1_000)).annotate({ examples: ["Newsletter readers who bought before."] }), null),
  filter: Filters
}).annotate({ identifier: "NewSegment" })
export type NewSegment = typeof NewSegment.Type

export const segmentSorts = ["id", "-id", "name", "-name"] as const
export type SegmentSort = typeof segmentSorts[number]
