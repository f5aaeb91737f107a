import { Effect } from "effect"
import { HttpRouter, type HttpServerResponse } from "effect/http"
import { companyNow } from "#layers/kernel/company-clock"
import { Caller } from "#schemas/kernel/tenancy"
import { bookingCanceled, bookingMoved, bookingShown, offerTaken } from "#workflows/calendar/hosted/own-booking"
import { monthShown, startShown, type Wanted } from "#workflows/calendar/hosted/pages"
import { BOOKING } from "#workflows/calendar/own-booking"
import { failure } from "../../dashboard/components/elements.ts"
import { redirectResponse } from "../../dashboard/response.ts"
import { CurrentRequest } from "../../http/request-context.ts"
import { plainPage } from "../../http/site-routing.ts"
import { sentForm } from "../pay/asked.ts"
import { isOwnOrigin } from "../shop/request.ts"
import { cancelPage, confirmPage, movePage, type OwnRequest, ownPage, reach, undonePage } from "./own.ts"
import { dayIn, instantIn, monthIn } from "./given.ts"
import { readerOf } from "./request.ts"
import { startsIn } from "./sending.ts"

type Response = HttpServerResponse.HttpServerResponse

const unknown = plainPage(
  404, "There is no such booking", "Its link ends 30 days after the appointment. Perhaps a part of it was lost on the way: open it from where you got it.")

/** Shows or does something for whoever has the link. */
const forHolder = <E, R>(handle: (request: OwnRequest) => Effect.Effect<Response, E, R>, isForm: boolean) => (company?: number) =>
  Effect.gen(function*() {
    const { params: { token = "" } } = yield* HttpRouter.RouteContext
    const { target: { path, query } } = yield* CurrentRequest
    const shown = yield* bookingShown(token, company)
    if (shown === undefined) return unknown
    const form = isForm ? yield* sentForm : new URLSearchParams()
    const reader = yield* readerOf(shown.company, isForm ? form : query, shown.booking.time_zone)
    return yield* Effect.provideService(handle({ shown, path, query, form, ...reader }), Caller, shown.caller)
  })

const wantedOf = ({ shown: { booking }, times: { zone } }: OwnRequest): Wanted =>
  ({ service_id: booking.service.id, seats: booking.seats, zone, staff_id: undefined })

const page = forHolder(Effect.fnUntraced(function*(request: OwnRequest) {
  const { query, shown: { booking } } = request
  const what = query.get("do")
  if (!booking.changeable || what === null) return ownPage(request)
  if (what === "cancel") return cancelPage(request)
  const starts_at = instantIn(query.get("start"))
  const open = starts_at !== undefined && (yield* startShown(wantedOf(request), starts_at)) !== undefined
  if (open) return confirmPage(request, starts_at)
  const month = yield* monthShown(wantedOf(request), { day: dayIn(query), month: monthIn(query) })
  const told = starts_at === undefined ? undefined : { problem: failure("That time is not free any more.", "Choose another."), status: 409 }
  return movePage(request, month, new Date(yield* companyNow).toISOString(), told)
}), false)

const done = forHolder(Effect.fnUntraced(function*(request: OwnRequest) {
  const { form, path, shown, zone } = request
  const starts_at = instantIn(form.get("start"))
  const what = form.get("do")
  const isMove = what !== "cancel" && what !== "accept"
  if (!(yield* isOwnOrigin) || (isMove && starts_at === undefined)) {
    return undonePage(request, "The form did not come from this page, or was not complete. Try once more.")
  }
  const change = Effect.gen(function*() {
    if (what === "cancel") return yield* bookingCanceled(shown)
    return what === "accept" ? yield* offerTaken(shown) : yield* bookingMoved(shown, starts_at!)
  })
  return yield* Effect.matchEffect(change, {
    onSuccess: ({ held_for }) => Effect.succeed(redirectResponse({
      to: `${path}?${new URLSearchParams({ done: what === "cancel" ? "canceled" : isMove ? "moved" : held_for === "deposit" ? "" : "accepted", ...zone !== undefined && { zone } })}`
    })),
    onFailure: (error) => {
      if (error._tag !== "Conflict") return Effect.die(error)
      const free = startsIn(error)
      return Effect.succeed(undonePage(request, free === undefined ? [error.message, " ", reach(request)] : "Somebody was quicker.", free))
    }
  })
}), true)

const LINK = `${BOOKING}/:token` as const

const every = [["GET", LINK, page], ["POST", LINK, done]] as const

type Every = typeof every[number]
type Handle = (company?: number) => Effect.Effect<Response, Effect.Error<ReturnType<Every[2]>>, Effect.Services<ReturnType<Every[2]>>>
const routes: ReadonlyArray<readonly [method: Every[0], path: Every[1], handle: Handle]> = every

/** The pages of customers' own bookings, each as `routed` makes a route of it. */
export const ownBookingPages = <Route>(routed: (method: Every[0], path: Every[1], handle: Handle) => Route) =>
  routes.map(([method, path, handle]) => routed(method, path, handle))
