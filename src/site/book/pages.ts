import { Effect } from "effect"
import type { HttpServerResponse } from "effect/http"
import { companyNow } from "#layers/kernel/company-clock"
import { ServiceId, StaffId } from "#schemas/calendar/ids"
import type { BookableService } from "#schemas/calendar/visiting"
import { formToken } from "#workflows/calendar/hosted/form-token"
import { BOOK, bookAddress, monthShown, serviceShown, servicesShown, startShown, type Wanted } from "#workflows/calendar/hosted/pages"
import { failure } from "../../dashboard/components/elements.ts"
import type { Node } from "../../dashboard/html.ts"
import { numbered } from "../portal/request.ts"
import { detailsPage } from "./details.ts"
import { dayIn, instantIn, monthIn } from "./given.ts"
import { foreign, notFound } from "./frame.ts"
import { listPage } from "./list.ts"
import { type BookRequest, inBooking } from "./request.ts"
import { sent } from "./sending.ts"
import { servicePage } from "./service.ts"

/** The service that the address names, if it can be booked here. */
export const serviceIn = ({ name }: BookRequest) => {
  const [, id] = /^([1-9]\d{0,14})(?:-|$)/u.exec(name) ?? []
  return id === undefined ? Effect.undefined : serviceShown(ServiceId.make(Number(id)))
}

/** What was chosen of a service, as far as it can be. */
export const wantedIn = ({ times: { zone } }: BookRequest, service: BookableService, given: URLSearchParams): Wanted => {
  const staff = numbered(given.get("staff"))
  const seats = numbered(given.get("seats"))
  return {
    service_id: service.id, zone, seats: seats <= service.capacity ? seats : 1,
    staff_id: service.staff.some(({ id }) => id === staff) ? StaffId.make(staff) : undefined
  }
}

const timesPage = Effect.fnUntraced(function*(request: BookRequest, service: BookableService, wanted: Wanted, told?: { readonly problem: Node; readonly status: number }) {
  const { company, query } = request
  const month = yield* monthShown(wanted, { day: dayIn(query), month: monthIn(query) })
  const now = new Date(yield* companyNow).toISOString()
  return servicePage(request, { service, wanted, month, now, address: yield* bookAddress(company) }, told)
})

const list = inBooking(Effect.fnUntraced(function*(request: BookRequest) {
  return listPage(request, yield* servicesShown, yield* bookAddress(request.company))
}))

const service = inBooking(Effect.fnUntraced(function*(request: BookRequest) {
  const { query } = request
  const found = yield* serviceIn(request)
  if (found === undefined) return notFound(request)
  const wanted = wantedIn(request, found, query)
  const starts_at = instantIn(query.get("start"))
  if (starts_at === undefined) return yield* timesPage(request, found, wanted)
  if ((yield* startShown(wanted, starts_at)) === undefined) {
    return yield* timesPage(request, found, wanted, { problem: failure("That time is not free any more.", "Choose another."), status: 409 })
  }
  return detailsPage(request, { service: found, wanted, starts_at, token: yield* formToken(`service ${found.id}`), said: () => "" })
}))

const booking = inBooking(Effect.fnUntraced(function*(request: BookRequest) {
  const found = yield* serviceIn(request)
  const starts_at = instantIn(request.form.get("start"))
  if (found === undefined || starts_at === undefined) return notFound(request)
  return yield* sent(request, { service: found, wanted: wantedIn(request, found, request.form), starts_at })
}), foreign)

const every = [["GET", "", list], ["GET", "/:service", service], ["POST", "/:service", booking]] as const

type Every = typeof every[number]
type Handle = Effect.Effect<HttpServerResponse.HttpServerResponse, Effect.Error<ReturnType<Every[2]>>, Effect.Services<ReturnType<Every[2]>>>
const routes: ReadonlyArray<readonly [method: Every[0], path: Every[1], handle: (under: string) => Handle]> = every

/** The pages on which visitors book, below a company's own host, and at an address of the service's own. */
export const bookPages = <Route>(routed: (method: Every[0], path: Every[1] | `/book${Every[1]}`, handle: Handle, sites?: `/${string}`) => Route) =>
  routes.flatMap(([method, path, handle]) => [routed(method, `${BOOK}${path}`, handle(BOOK)), routed(method, path, handle(""), BOOK)])
