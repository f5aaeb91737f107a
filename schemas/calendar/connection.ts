import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { Id } from "#schemas/kernel/ids"
import { line, Text } from "#schemas/kernel/text"
import { Timestamp } from "#schemas/kernel/time"
import { StaffId } from "./ids.ts"

export const ConnectionId = Id.pipe(Schema.brand("CalendarConnectionId"))
export type ConnectionId = typeof ConnectionId.Type

const MOST_ADDRESS = 2_000

const isAddress = (text: string) => /^(?:https?|webcals?):\/\//iu.test(text) && URL.canParse(text)

const Address = Text.check(
  Schema.makeFilter(isAddress, { expected: "an address that begins with https:// or webcal://" }),
  Schema.isMaxLength(MOST_ADDRESS)
).annotate({
  description: "Of an ICS calendar its address, as calendar programs offer it for subscribing. Of a CalDAV account the server's address, or that of " +
    "one of its calendars. It is kept sealed, and answers tell its host alone.",
  examples: ["https://calendar.example/private-4f3a/basic.ics"]
})

const Direction = Schema.Literals(["read", "both"]).annotate({
  description: "`read`: what it says takes the staff member's time. `both`: the staff member's appointments are written into it as well, which a CalDAV account can.",
  examples: ["read"]
})

/** A calendar elsewhere that a staff member lives by. */
export const connection = entity("CalendarConnection", {
  id: field.readOnly(ConnectionId),
  staff_id: field.required(StaffId.annotate({ description: "Whose calendar it is.", examples: [StaffId.make(1)] })),
  kind: field.required(Schema.Literals(["ics", "caldav"]).annotate({
    description: "`ics`: an address that gives a whole calendar, read only. `caldav`: an account of a calendar server.", examples: ["ics"]
  })),
  name: field.each({
    read: Schema.String.annotate({ examples: ["Private"] }),
    create: Schema.optionalKey(line(100).annotate({ description: "What people call it; the calendar's own name if left out.", examples: ["Private"] }))
  }),
  address: field.createOnly(Address),
  username: field.nullable(line(200), { onCreate: "What the account is known by, where it asks for that.", examples: [null] }),
  password: field.createOnly(Schema.optionalKey(Schema.RedactedFromValue(Text.check(Schema.isMaxLength(500), Schema.isMinLength(1))).annotate({
    description: "Best one that the account made for this service alone, an \"app password\". It is kept sealed and stands in no answer."
  }))),
  calendar: field.createOnly(Schema.optionalKey(line(MOST_ADDRESS).annotate({
    description: "Which calendar of a CalDAV account, by its name or address, where it has several.", examples: ["Work"]
  }))),
  host: field.readOnly(Schema.String.annotate({ description: "Where it is.", examples: ["calendar.example"] })),
  direction: field.defaulted(Direction, "read"),
  state: field.readOnly(Schema.Literals(["active", "failing"]).annotate({
    description: "`failing`: the last attempt came to nothing, which `failure` explains. What is known of the calendar still takes the time.", examples: ["active"]
  })),
  failure: field.readOnly(Schema.NullOr(Schema.String).annotate({
    description: "Why the last attempt came to nothing, or what of the calendar could not be read.", examples: [null]
  })),
  failures: field.readOnly(Schema.Int.annotate({ description: "Attempts in a row that came to nothing.", examples: [0] })),
  events: field.readOnly(Schema.Int.annotate({ description: "Entries of the calendar that are known.", examples: [0] })),
  last_synced_at: field.readOnly(Schema.NullOr(Timestamp).annotate({ description: "When it was last read as a whole." })),
  next_sync_at: field.readOnly(Schema.NullOr(Timestamp).annotate({ description: "When it is read next." })),
  ...versioned
}, {
  description: "A calendar elsewhere whose entries take a staff member's time.",
  filters: { staff_id: StaffId, state: Schema.Literals(["active", "failing"]) },
  sort: ["id", "created_at"]
})

export const CalendarConnection = connection.read
export type CalendarConnection = typeof CalendarConnection.Type

export const NewConnection = connection.create.check(Schema.makeFilter(({ calendar, direction, kind, password, username }) => {
  if (kind === "ics" && direction === "both") return { path: ["direction"], issue: "an ICS address can only be read: connect a CalDAV account to write into it" }
  if (kind === "ics" && calendar !== undefined) return { path: ["calendar"], issue: "an ICS address is one calendar" }
  if (kind === "caldav" && (username === null || password === undefined)) {
    return { path: [username === null ? "username" : "password"], issue: "a CalDAV account needs a user name and a password" }
  }
  return undefined
})).annotate({
  examples: [{ staff_id: StaffId.make(1), kind: "ics", name: "Private", address: "https://calendar.example/private-4f3a/basic.ics", username: null, direction: "read" }]
})

/** The address of appointments for calendar programs, which reads them by it alone. */
export const NewFeed = Schema.Struct({
  staff_id: defaulted(Schema.NullOr(StaffId).annotate({ description: "Whose appointments; everybody's if left out.", examples: [StaffId.make(1)] }), null),
  with_customers: defaulted(Schema.Boolean.annotate({
    description: "Whether customers' names, answers and notes are in it. Who has the address reads them.", examples: [false]
  }), false),
  renew: defaulted(Schema.Boolean.annotate({ description: "Makes a new address; the one before is no longer good.", examples: [false] }), false)
}).annotate({ identifier: "NewCalendarFeed" })

export const CalendarFeed = Schema.Struct({
  id: Id,
  staff_id: Schema.NullOr(StaffId),
  with_customers: Schema.Boolean.annotate({ examples: [false] }),
  url: Schema.String.annotate({
    description: "For \"subscribe by address\" of any calendar program. Whoever has it reads the appointments.",
    examples: ["https://api.example/api/v1/calendar/feeds/q3f8Z0wXkq0Zy2d6E5r1b7n4m9s8a2c1v0u3t6y5x7w.ics"]
  }),
  created_at: Timestamp
}).annotate({ identifier: "CalendarFeed" })
