import { Effect } from "effect"
import { CalendarFeeds, type FeedEvent } from "#layers/calendar/feeds"
import { StaffMembers } from "#layers/calendar/staff-members"
import { Site } from "#layers/kernel/installation/site"
import type * as api from "#schemas/calendar/connections.api"
import { feed, type WrittenEvent } from "#schemas/calendar/ics/write"
import { appointmentUid } from "#schemas/calendar/own-uid"
import type { Input } from "#schemas/kernel/catalog"
import { NotFound } from "#schemas/kernel/errors"
import type { Download } from "#schemas/kernel/streams"
import { refuse } from "../payments/costs.ts"
import { asHolder } from "../payments/addressed.ts"

const ENDING = ".ics"
const PATH = "/api/v1/calendar/feeds"

export const create_calendar_feed = Effect.fnUntraced(function*({ renew, staff_id, with_customers }: Input<typeof api.create_calendar_feed>) {
  const feeds = yield* CalendarFeeds
  const own = yield* StaffMembers.use(({ onlyOwn }) => onlyOwn)
  if (own !== undefined && staff_id !== own) return yield* refuse("staff_id", `you see your own appointments only: send ${own}`, staff_id)
  if (staff_id !== null) yield* StaffMembers.use((staff) => staff.get(staff_id))
  if (renew) yield* feeds.forget(staff_id, with_customers)
  const made = yield* feeds.of(staff_id, with_customers)
  const token = (yield* feeds.tokens([made.id])).get(made.id)
  return { ...made, url: `${(yield* Site).linked}${PATH}/${token}${ENDING}` }
})

const statuses: { readonly [status: string]: WrittenEvent["status"] } = { requested: "TENTATIVE", canceled: "CANCELLED" }

const eventOf = (company_id: number, host: string) => ({ answers, customer, ends_at, id, notes, sequence, service, starts_at, status, updated_at }: FeedEvent): WrittenEvent => {
  const words = [...answers.map(({ answer, label }) => `${label}: ${answer}`), ...notes === null ? [] : [notes]]
  return {
    uid: appointmentUid(id, company_id, host), sequence, starts_at: Date.parse(starts_at), ends_at: Date.parse(ends_at),
    summary: customer === null ? service : `${service}: ${customer}`, description: words.length === 0 ? null : words.join("\n"), location: null,
    organizer: null, attendee: null, url: null, status: statuses[status] ?? "CONFIRMED", now: Date.parse(updated_at)
  }
}

export const get_calendar_feed = Effect.fnUntraced(function*({ token }: Input<typeof api.get_calendar_feed>) {
  const feeds = yield* CalendarFeeds
  const { hostname } = new URL((yield* Site).linked)
  const plain = token.endsWith(ENDING) ? token.slice(0, -ENDING.length) : token
  const text = yield* asHolder(feeds.byToken(plain), undefined, Effect.fnUntraced(function*({ company_id, id }) {
    const found = yield* feeds.byId(id)
    return found === undefined ? undefined : feed(yield* feeds.companyName, (yield* feeds.entries(found)).map(eventOf(company_id, hostname)))
  }))
  if (text === undefined) return yield* new NotFound({ message: "There is no calendar at this address: it may have been replaced by another." })
  return { type: "text/calendar", name: "appointments.ics", content: text } satisfies Download
})
