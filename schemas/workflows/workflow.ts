import { Schema } from "effect"
import { prose } from "#schemas/kernel/text"
import { Timestamp } from "#schemas/kernel/time"
import { SearchAttributeType } from "./search-attribute.ts"

export const WorkflowName = prose(80).annotate({ examples: ["analytics.report_mailing"] })

/** A kind of durable work. */
export const Workflow = Schema.Struct({
  name: WorkflowName,
  paused_at: Schema.NullOr(Timestamp).annotate({ description: "When somebody paused it; `null` if it is not paused." }),
  search_attributes: Schema.Record(Schema.String, SearchAttributeType).annotate({
    description: "By what its runs are found, each with its type.", examples: [{ order_id: "number" }]
  }),
  restartable: Schema.Boolean.annotate({ description: "Its runs may be done again, by `restart_workflow_run`." }),
  schedulable: Schema.Boolean.annotate({ description: "A company may have schedules of it." })
}).annotate({ identifier: "Workflow" })
export type Workflow = typeof Workflow.Type
