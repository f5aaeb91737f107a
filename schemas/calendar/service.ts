import { Schema } from "effect"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { Currency, MAX_CENTS } from "#schemas/kernel/money"
import { line, prose } from "#schemas/kernel/text"
import { ResourceId, ServiceId, StaffId } from "./ids.ts"

const whole = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** Minutes that a change of a booking, or a reminder of it, may lie before its beginning. */
const MOST_MINUTES_BEFORE = 60 * 24 * 60

const AnyOf = Schema.Struct({
  any_of: Schema.Array(ResourceId).annotate({ examples: [[ResourceId.make(42)]] })
}).annotate({ identifier: "ServiceResources" })
const NewAnyOf = Schema.Struct({
  any_of: Schema.Array(ResourceId).check(Schema.isMinLength(1), Schema.isMaxLength(50), Schema.isUnique()).annotate({
    description: "One of these is taken.", examples: [[ResourceId.make(42)]]
  })
}).annotate({ identifier: "NewServiceResources" })

const question = {
  label: line(200).annotate({ examples: ["What is it about?"] }),
  required: Schema.Boolean.annotate({ examples: [false] })
}

/** A question as customers see it. */
export const BookingQuestion = Schema.Struct(question).annotate({ identifier: "BookingQuestion" })

/** A field of the company's own, as questions name it. */
const CUSTOM = "custom."

/** The key of the company's own field that this names, if it is one. */
export const customKeyOf = (contact_field: string): string | undefined =>
  contact_field.startsWith(CUSTOM) ? contact_field.slice(CUSTOM.length) : undefined

const Question = Schema.Struct({
  ...question,
  contact_field: Schema.optionalKey(Schema.String.check(
    Schema.isPattern(/^(?:company_name|custom\.[a-z][a-z0-9_]{0,49})$/u, { expected: "`company_name`, or `custom.` and the key of a field of contacts" })
  ).annotate({
    description: "What of the contact the answer fills, where that is empty: `company_name`, or `custom.<key>` of `list_custom_fields`. No other question fills the same.",
    examples: ["company_name"]
  }))
}).annotate({ identifier: "ServiceQuestion", examples: [{ label: "What is it about?", required: false }] })

const Minutes = whole(0, 480)

/** What can be booked. */
export const service = entity("Service", {
  id: field.readOnly(ServiceId),
  name: field.required(line(200).annotate({ description: "As customers read it.", examples: ["First consultation"] })),
  description: field.nullable(prose(5_000), { examples: ["We get to know each other."] }),
  duration_minutes: field.required(whole(5, 1_440).annotate({ examples: [45] })),
  buffer_before_minutes: field.defaulted(Minutes.annotate({ description: "Person and room are taken so long before it too.", examples: [0] }), 0),
  buffer_after_minutes: field.defaulted(Minutes.annotate({ description: "Person and room are taken so long after it too.", examples: [15] }), 0),
  slot_interval_minutes: field.defaulted(whole(5, 1_440).annotate({
    description: "It can begin so many minutes apart, from the beginning of the working hours on.", examples: [15]
  }), 15),
  price: field.nullable(whole(0, MAX_CENTS), {
    description: "Of one seat, in the smallest unit of `currency`; on request if null.", examples: [9_000]
  }),
  currency: field.each({
    read: Schema.String.annotate({ description: "Of `price` and `deposit_amount`.", examples: ["USD"] }),
    create: Schema.optionalKey(Currency.annotate({
      description: "Of `price` and `deposit_amount`; the company's currency if left out.", examples: ["USD"]
    })),
    change: Schema.optionalKey(Currency.annotate({ description: "Of `price` and `deposit_amount`.", examples: ["USD"] }))
  }),
  capacity: field.defaulted(whole(1, 1_000).annotate({
    description: "How many seats there are at the same time; more than 1 is a group.", examples: [1]
  }), 1),
  staff_ids: field.defaulted(Schema.Array(StaffId).check(Schema.isMaxLength(200), Schema.isUnique()).annotate({
    description: "Staff of whom any one does it; nobody is needed if it is empty.", examples: [[StaffId.make(42)]]
  }), []),
  resources: field.defaulted(Schema.Array(NewAnyOf).check(Schema.isMaxLength(10)).annotate({
    description: "Rooms and equipment that it takes: one of each group.", examples: [[{ any_of: [ResourceId.make(42)] }]]
  }), [], Schema.Array(AnyOf)),
  notice_minutes: field.defaulted(whole(0, 525_600).annotate({
    description: "It is booked so long before it begins, or earlier.", examples: [60]
  }), 60),
  horizon_days: field.defaulted(whole(1, 730).annotate({ description: "It is booked at most so many days ahead.", examples: [60] }), 60),
  daily_limit: field.nullable(whole(1, 1_000), {
    description: "So many appointments of it on one day, by the company's clock; any number if null.", examples: [8]
  }),
  cancellation_notice_minutes: field.defaulted(whole(0, MOST_MINUTES_BEFORE).annotate({
    description: "Customers can move or cancel a booking themselves until so long before it begins.", examples: [1_440]
  }), 1_440),
  confirmation: field.defaulted(Schema.Literals(["automatic", "by_staff"]).annotate({
    description: "Whether a booking of a customer holds at once, or is only requested until the company confirms it, which is a task of whom it is asked of.", examples: ["automatic"]
  }), "automatic"),
  deposit_amount: field.nullable(whole(1, MAX_CENTS), {
    description: "What customers pay for a booking to hold; at most the price.", examples: [2_000]
  }),
  keep_deposit_on_no_show: field.defaulted(Schema.Boolean.annotate({
    description: "The deposit of somebody who does not come is kept.", examples: [false]
  }), false),
  reminder_minutes: field.defaulted(Schema.Array(whole(5, MOST_MINUTES_BEFORE)).check(Schema.isMaxLength(5), Schema.isUnique()).annotate({
    description: "How long before it begins customers are reminded by e-mail; at most 5 times.", examples: [[1_440]]
  }), [1_440]),
  questions: field.defaulted(Schema.Array(Question).check(
    Schema.isMaxLength(10),
    Schema.makeFilter((questions) => {
      const again = (name: "contact_field" | "label") =>
        questions.findIndex((one, n) => one[name] !== undefined && questions.findIndex((other) => other[name] === one[name]) < n)
      const [label, filled] = [again("label"), again("contact_field")]
      if (label !== -1) return { path: [label, "label"], issue: "there is another question of this label" }
      return filled === -1 ? undefined : { path: [filled, "contact_field"], issue: "another question fills this already" }
    })
  ).annotate({
    description: "What customers are asked when they book; at most 10.", examples: [[{ label: "What is it about?", required: false }]]
  }), []),
  online: field.defaulted(Schema.Boolean.annotate({ description: "Visitors may book it on the company's page.", examples: [true] }), true),
  active: field.defaulted(Schema.Boolean.annotate({ description: "Can be booked.", examples: [true] }), true),
  ...versioned
}, {
  description: "What can be booked.",
  filters: { active: Schema.Boolean, online: Schema.Boolean, staff_id: StaffId },
  groups: {
    Service: ["name", "description", "active", "online"],
    Price: ["price", "currency", "deposit_amount", "keep_deposit_on_no_show"],
    Time: ["duration_minutes", "buffer_before_minutes", "buffer_after_minutes", "slot_interval_minutes"],
    "Staff and rooms": ["capacity", "staff_ids", "resources"],
    "Booking rules": ["notice_minutes", "horizon_days", "daily_limit", "cancellation_notice_minutes", "confirmation", "reminder_minutes", "questions"]
  },
  sort: ["id", "name", "created_at"]
})
export const Service = service.read
export type Service = typeof Service.Type
