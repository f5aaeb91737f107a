import { Schema } from "effect"
import { Phone } from "#schemas/kernel/phone"
import { Timestamp } from "#schemas/kernel/time"

/** Where a member is texted about their tasks, as they agreed. */
export const TaskAlerts = Schema.Struct({
  phone: Schema.NullOr(Schema.String).annotate({ description: "E.164; null where you are not texted.", examples: ["+12025550123"] }),
  agreed_at: Schema.NullOr(Timestamp).annotate({ description: "When you agreed to it." })
}).annotate({ identifier: "TaskAlerts" })
export type TaskAlerts = typeof TaskAlerts.Type

export const NewTaskAlerts = Schema.Struct({
  phone: Schema.NullOr(Phone).annotate({ description: "Your own number, at which you agree to be texted; null takes that back.", examples: ["+1 202 555 0123"] })
}).annotate({ identifier: "TaskAlertsChange" })
