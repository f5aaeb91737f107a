import { Effect, Option } from "effect"
import { CalendarSettings } from "#layers/calendar/settings"
import { Hosts } from "#layers/company/hosts"
import { CompanySettings } from "#layers/company/settings"
import { companyNow } from "#layers/kernel/company-clock"
import { Site } from "#layers/kernel/installation/site"
import type { ServiceId, StaffId } from "#schemas/calendar/ids"
import type { NewBooking } from "#schemas/calendar/visiting"
import { get_availability } from "../availability.ts"
import { book_appointment, bookableService, list_bookable_services } from "../visiting.ts"
import { onceFor } from "./once.ts"

/** The path of the pages below a company's host, and before its slug at the service's. */
export const BOOK = "/book"

const MOST_SERVICES = 200
/** As many days as are asked for at once. */
const MOST_DAYS = 61
/** No service is booked further ahead. */
const FURTHEST_DAYS = 731
const DAY_MS = 86_400_000

/** The company whose pages they are. */
export const companyShown = Effect.flatMap(CompanySettings, ({ own }) => own)
export type CompanyShown = Effect.Success<typeof companyShown>

/** Where the pages are for everybody: at the company's own host, where one is proved, or at the service's. */
export const bookAddress = Effect.fnUntraced(function*({ slug }: CompanyShown) {
  const own = yield* (yield* Hosts).firstProved
  const { linked } = yield* Site
  return Option.match(own, { onNone: () => `${linked}${BOOK}/${slug}`, onSome: ({ host }) => `https://${host}${BOOK}` })
})

/** What can be booked here. */
export const servicesShown = Effect.map(Effect.orDie(list_bookable_services({ limit: MOST_SERVICES, offset: 0, sort: "name" })), ({ items }) => items)

/** One of them; nothing where there is none of that id. */
export const serviceShown = (id: ServiceId) => Effect.map(Effect.option(bookableService(id)), Option.getOrUndefined)

/** What a visitor wants to see of a service. */
export interface Wanted {
  readonly service_id: ServiceId
  readonly staff_id: StaffId | undefined
  readonly seats: number
  readonly zone: string
}

const asked = ({ seats, service_id, staff_id, zone }: Wanted) =>
  ({ service_id, seats, time_zone: zone, ...staff_id !== undefined && { staff_id } })

/** The day that it is in a zone. */
const dayIn = (zone: string, ms: number) =>
  new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" }).format(ms)

const daysAfter = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

const lastOf = (month: string) => {
  const [year, number] = month.split("-").map(Number)
  return new Date(Date.UTC(year!, number!, 0)).toISOString().slice(0, 10)
}

/** A month, with the starts of it that are open by day, in the visitor's zone. */
export const monthShown = Effect.fnUntraced(function*(wanted: Wanted, given: { readonly day: string | undefined; readonly month: string | undefined }) {
  const today = dayIn(wanted.zone, yield* companyNow)
  const latest = daysAfter(today, FURTHEST_DAYS)
  const [day, named] = [given.day, given.month].map((text) => text === undefined || text > latest ? undefined : text)
  const slotsOf = Effect.fnUntraced(function*(from: string, to: string) {
    const { slots } = yield* Effect.orDie(get_availability({ ...asked(wanted), from, to }))
    return Map.groupBy(slots, ({ local_time }) => local_time.slice(0, 10))
  })
  const ahead = day === undefined && named === undefined ? yield* slotsOf(today, daysAfter(today, MOST_DAYS)) : undefined
  const chosen = day ?? ahead?.keys().next().value
  const month = (chosen ?? named ?? today).slice(0, 7)
  const last = lastOf(month)
  const days = last < today ? new Map() as Exclude<typeof ahead, undefined> : yield* slotsOf(`${month}-01` < today ? today : `${month}-01`, last)
  const first = chosen ?? days.keys().next().value
  return { today, latest, month, day: first, days, slots: first === undefined ? [] : days.get(first) ?? [] }
})
export type MonthShown = Effect.Success<ReturnType<typeof monthShown>>

/** The start as it is open at this instant; nothing where it is taken, or never was one. */
export const startShown = Effect.fnUntraced(function*(wanted: Wanted, starts_at: string) {
  const to = new Date(Date.parse(starts_at) + 1).toISOString()
  const { slots } = yield* Effect.orDie(get_availability({ ...asked(wanted), from: starts_at, to }))
  return slots.find((slot) => slot.starts_at === starts_at)
})

/** The company's own zone. */
export const zoneOfCompany = Effect.map(CalendarSettings.use(({ get }) => get), ({ told }) => told.time_zone)

/** Books as the visitor, once for a showing of the form; answers with what the address of the booking's page holds. */
export const booked = (showing: string, asked: NewBooking) =>
  Effect.map(book_appointment({ ...asked }), ({ token }) => token).pipe(onceFor(showing, "book_appointment"))
