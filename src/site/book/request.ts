import { Effect, Schema } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import type { HttpServerResponse } from "effect/http"
import { type Formats, ofDates } from "#schemas/kernel/formats"
import { TimeZone } from "#schemas/kernel/time-zone"
import { type CompanyShown, companyShown } from "#workflows/calendar/hosted/pages"
import { type SiteShown, siteShown } from "#workflows/website/hosted/site"
import { CurrentRequest } from "../../http/request-context.ts"
import { CompanySite } from "../company-site.ts"
import { sentForm } from "../pay/asked.ts"
import { type Company, formatsFor } from "../pay/frame.ts"
import { isOwnOrigin } from "../shop/request.ts"

/** How the reader's zone and language write days and times. */
export interface Times {
  readonly zone: string
  /** Of an instant. */
  readonly time: (instant: string) => string
  readonly dayAndTime: (instant: string) => string
  /** Of a day, YYYY-MM-DD. */
  readonly day: (date: string) => string
  /** Of a month, YYYY-MM. */
  readonly month: (month: string) => string
  /** Of a day of the week, short and long. */
  readonly weekday: (date: string) => readonly [short: string, long: string]
}

export const timesIn = ({ language }: Formats, zone: string): Times => {
  const locale = ofDates(language)
  const of = (options: Intl.DateTimeFormatOptions, timeZone = "UTC") => new Intl.DateTimeFormat(locale, { ...options, timeZone })
  const [time, dayAndTime, day, month, short, name] = [
    of({ timeStyle: "short" }, zone), of({ dateStyle: "full", timeStyle: "short" }, zone), of({ dateStyle: "full" }), of({ month: "long", year: "numeric" }),
    of({ weekday: "short" }), of({ weekday: "long" })
  ]
  const noon = (date: string) => Date.parse(`${date}T12:00:00Z`)
  return {
    zone,
    time: (instant) => time.format(Date.parse(instant)),
    dayAndTime: (instant) => dayAndTime.format(Date.parse(instant)),
    day: (date) => day.format(noon(date)),
    month: (text) => month.format(noon(`${text}-01`)),
    weekday: (date) => [short.format(noon(date)), name.format(noon(date))]
  }
}

const isZone = Schema.is(TimeZone)

/** The zone that the reader chose, or that their browser told. */
export const zoneIn = (given: URLSearchParams): string | undefined => {
  const zone = given.get("zone")
  return zone !== null && isZone(zone) ? zone : undefined
}

/** A page of what can be booked that was asked for, or a form of it. */
export interface BookRequest {
  readonly company: CompanyShown
  /** The company's site, where visitors see one; not where the page is to stand in a page of somebody else's. */
  readonly framedBy: SiteShown | undefined
  /** Where the pages begin, and where those of bookings are. */
  readonly base: string
  readonly query: URLSearchParams
  readonly form: URLSearchParams
  /** The part of the address that names a service. */
  readonly name: string
  /** What was chosen, if anything. */
  readonly zone: string | undefined
  readonly formats: Formats
  readonly times: Times
}

type Response = HttpServerResponse.HttpServerResponse

/** The reader's languages, and what they chose. */
export const readerOf = Effect.fnUntraced(function*(company: Company, given: URLSearchParams, otherwise = company.time_zone) {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const zone = zoneIn(given)
  const formats = formatsFor(headers["accept-language"], { ...company, time_zone: zone ?? otherwise })
  return { zone, formats, times: timesIn(formats, zone ?? otherwise) }
})

/** Shows a page of the company's, or does what its form says; `foreign` answers a form that did not come from a page of it. */
export const inBooking = <E, R>(handle: (request: BookRequest) => Effect.Effect<Response, E, R>, foreign?: (request: BookRequest) => Response) => (under: string) =>
  Effect.gen(function*() {
    const { base } = yield* CompanySite
    const { params } = yield* HttpRouter.RouteContext
    const { target: { query } } = yield* CurrentRequest
    const own = foreign === undefined || (yield* isOwnOrigin)
    const form = foreign === undefined ? new URLSearchParams() : yield* sentForm
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const isAlone = under === "" || headers["sec-fetch-dest"] === "iframe"
    const [company, framedBy] = yield* Effect.all([companyShown, isAlone ? Effect.undefined : siteShown(base)], { concurrency: 2 })
    const reader = yield* readerOf(company, foreign === undefined ? query : form)
    const request = { company, framedBy, base: `${base}${under}`, query, form, name: params["service"] ?? "", ...reader }
    return own ? yield* handle(request) : foreign!(request)
  })
