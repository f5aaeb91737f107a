import { Schema } from "effect"
import { timelineKinds, timelineObjects } from "#schemas/categories"
import { Id } from "#schemas/kernel/ids"
import { Timestamp } from "#schemas/kernel/time"

const inCode = (words: ReadonlyArray<string>) => words.map((word) => `\`${word}\``).join(", ")

/** One thing that happened with a contact, wherever it was recorded. New kinds come as the platform learns of more. */
export const TimelineItem = Schema.Struct({
  id: Schema.String.annotate({ description: "Unique in the timeline.", examples: ["activity_42"] }),
  kind: Schema.String.annotate({
    description: `${inCode(timelineKinds)}.`,
    examples: ["call"]
  }),
  at: Timestamp,
  title: Schema.String.annotate({ examples: ["Asked about delivery"] }),
  object: Schema.String.annotate({ description: `What \`object_id\` is the id of: ${inCode(timelineObjects)}.`, examples: ["activity"] }),
  object_id: Id,
  data: Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Int, Schema.Null])).annotate({
    description: "More of it, by kind.",
    examples: [{ body: "Needs 500 manuals by December.", duration_minutes: 15 }]
  })
}).annotate({ identifier: "TimelineItem" })
export type TimelineItem = typeof TimelineItem.Type
