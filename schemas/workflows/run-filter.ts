import { Schema, Struct } from "effect"
import { prose } from "#schemas/kernel/text"
import { Instant } from "#schemas/kernel/time"
import { RunStatus } from "./run.ts"
import { ScheduleId } from "./schedule.ts"
import { SearchAttributeFilters } from "./search-attribute.ts"

/** By what runs are found, in lists and in bulk. */
export const runFilters = {
  workflow: prose(100).annotate({ examples: ["crm.task_due"] }),
  version: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 })).annotate({ description: "Of its definition.", examples: [1] }),
  status: RunStatus,
  error_kind: prose(100).annotate({ description: "Only those that failed with an error of this name.", examples: ["StepTimedOut"] }),
  created_since: Instant, created_until: Instant, finished_since: Instant, finished_until: Instant,
  schedule_id: ScheduleId.annotate({ description: "Only those that the schedule has begun." }),
  search_attribute: SearchAttributeFilters
}

export const RunFilter = Schema.Struct(Struct.map(runFilters, Schema.optionalKey)).annotate({ identifier: "WorkflowRunFilter" })
export type RunFilter = typeof RunFilter.Type
