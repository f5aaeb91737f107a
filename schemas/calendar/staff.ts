import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { Email } from "#schemas/kernel/email"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { UserId } from "#schemas/kernel/ids"
import { line } from "#schemas/kernel/text"
import { Exceptions, NewExceptions, NewWeekly, Weekly } from "./hours.ts"
import { StaffId } from "./ids.ts"

const ofOwn = { description: "Hours of an ordinary week by the company's clock; the company's opening hours if null." }

/** Somebody who does what is booked. */
export const staffMember = entity("StaffMember", {
  id: field.readOnly(StaffId),
  name: field.required(line(200).annotate({ description: "As customers read it.", examples: ["Grace Hopper"] })),
  email: field.nullable(Email, { description: "Where bookings are sent to.", examples: ["grace@juniper.example"] }),
  user_id: field.nullable(UserId, { description: "The member of the company who it is, if any." }),
  sees: field.defaulted(Schema.Literals(["all", "own"]).annotate({
    description: "Which appointments the member of the company who it is finds, signed in or by a tool client: those of everybody, or their own. " +
      "Admins, owners and keys find all, and only they change it. What a contact's timeline tells stays the same.",
    examples: ["all"]
  }), "all"),
  weekly: field.readOnly(Schema.NullOr(Weekly).annotate(ofOwn)),
  exceptions: field.readOnly(Exceptions.annotate({ description: "Dates with other hours than the week's." })),
  active: field.defaulted(Schema.Boolean.annotate({ description: "Can be booked.", examples: [true] }), true),
  ...versioned
}, {
  description: "Somebody who does what is booked.",
  filters: { active: Schema.Boolean, user_id: UserId },
  sort: ["id", "created_at"]
})
export const StaffMember = staffMember.read
export type StaffMember = typeof StaffMember.Type

export const WorkingHours = Schema.Struct({
  weekly: Schema.NullOr(NewWeekly).annotate(ofOwn),
  exceptions: defaulted(NewExceptions, [])
}).annotate({
  identifier: "WorkingHours",
  examples: [{
    weekly: [{ weekday: 1, from: "09:00", to: "12:30" }, { weekday: 1, from: "13:00", to: "17:00" }],
    exceptions: [{ date: "2026-12-31", hours: [{ from: "10:00", to: "14:00" }] }]
  }]
})
