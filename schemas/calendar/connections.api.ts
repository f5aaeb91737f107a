import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { operation } from "#schemas/kernel/endpoints"
import { Conflict, NotFound } from "#schemas/kernel/errors"
import { Started } from "#schemas/workflows/run"
import { CalendarConnection, CalendarFeed, connection, ConnectionId, NewConnection, NewFeed } from "./connection.ts"

const tierFloor = "builder"

export const list_calendar_connections = operation.list("list_calendar_connections", "/connections", CalendarConnection, {
  ...connection.list,
  tierFloor,
  summary: "List calendar connections",
  description: "The calendars elsewhere whose entries take the time of staff: how each did when it was last read, and when it is read next."
})

export const connect_calendar = operation.create("connect_calendar", "/connections", NewConnection, CalendarConnection, {
  errors: [NotFound, Conflict],
  tierFloor,
  summary: "Connect a calendar",
  description: "Connects a calendar that a staff member keeps elsewhere: an ICS address or a CalDAV account. The address is asked at once, so that a wrong " +
    "password or a wrong address is told at once; where an account has several calendars, the answer names them to choose from. From then on it is read " +
    "every 15 minutes, only what changed. Its entries take the staff member's time, unless they are marked as free; of what they say, only the times are kept. " +
    "With `direction` `both`, live appointments of the staff member are written into it. An ICS address under `example` is simulated: somebody's lunch on Mondays."
})

export const sync_calendar = operation.act("sync_calendar", "/connections/:id/sync", Started.pipe(HttpApiSchema.status(202)), {
  params: { id: ConnectionId },
  idempotent: true,
  tierFloor,
  summary: "Read a calendar now",
  description: "Reads a connected calendar now, without waiting for its time, and writes what is to be written there. The answer names the run."
})

export const disconnect_calendar = operation.remove("disconnect_calendar", "/connections/:id", CalendarConnection, {
  requiresConsent: true,
  undo: "nothing",
  tierFloor,
  summary: "Disconnect a calendar",
  description: "Forgets a calendar: its entries no longer take the staff member's time, and its password is forgotten. Where appointments were written " +
    "into it, they are taken out of it first, for which the password is kept for a day at most."
})

export const create_calendar_feed = operation.create("create_calendar_feed", "/feeds", NewFeed, CalendarFeed, {
  errors: [NotFound],
  status: 200,
  summary: "Give the address of a calendar feed",
  description: "The address by which any calendar program subscribes to the appointments of a staff member, or of everybody. There is one for each choice, " +
    "and asked again the answer is the same, until `renew` makes another."
})

export const get_calendar_feed = operation.download("get_calendar_feed", "/feeds/:token", {
  description: "The appointments as iCalendar (RFC 5545), from 30 days ago on.",
  examples: { "text/calendar": "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Business Platform//Calendar//EN\r\nEND:VCALENDAR\r\n" },
  cache: { seconds: 300 }
}, {
  errors: [NotFound],
  params: {
    token: Schema.String.check(Schema.isMaxLength(80)).annotate({
      description: "What `create_calendar_feed` gave, with `.ics` at its end.", examples: ["q3f8Z0wXkq0Zy2d6E5r1b7n4m9s8a2c1v0u3t6y5x7w.ics"]
    })
  },
  access: "public",
  summary: "Subscribe to appointments",
  description: "For calendar programs, which know the address alone. Entries keep their identity, so that a change changes them and makes no second one."
})
