import { Effect, Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { Caller } from "#schemas/kernel/tenancy"
import { CompanySite, siteRoute } from "#src/site/company-site"
import { HttpApi, HttpApiGroup } from "effect/http-api"
import { catalogOf } from "#schemas/kernel/catalog"
import { OpenToVisitors, Validated } from "#schemas/kernel/gates"
import { routes } from "#src/api"
import { implement } from "#src/http/binder"
import { withPipeline } from "#src/http/pipeline"
import { otherMethods } from "#src/surfaces/not-found"
import { TestServerBeside } from "../../support/test-server.ts"
import * as endpoints from "./bookings.api.ts"
import { Bookings } from "./layer.ts"
import migration from "./migration.ts"
import * as bookings from "./programs.ts"

const {
  add_booking_photos, cancel_own_booking, confirm_own_booking, count_bookings, create_booking, get_booking, get_own_booking, list_bookings, request_booking,
  take_booking_notice
} = endpoints

/** A page of the site that says whose it is, and calls the API as the visitor. */
const page = siteRoute("GET", "/bookings", Effect.gen(function*() {
  const { company_id, visitor } = yield* Caller
  const { base } = yield* CompanySite
  const { total } = yield* Effect.orDie(Bookings.use((bookings) => bookings.page({ limit: 1, offset: 0, sort: "id" })))
  return HttpServerResponse.text(`${company_id} ${base} ${visitor!.id} ${total}`)
}))

/** A category that is open to visitors in each way, beside those of the product. */
export class Api extends HttpApi.make("bookings")
  .add(
    HttpApiGroup.make("bookings")
      .add(list_bookings, count_bookings, get_booking, create_booking, get_own_booking, cancel_own_booking, confirm_own_booking)
      .add(request_booking, add_booking_photos, take_booking_notice)
      .middleware(OpenToVisitors)
  )
  .prefix("/api/v1")
  .middleware(Validated)
{}

export const catalog = catalogOf(Api)

const { companies, ...programs } = bookings

const App = withPipeline(Layer.mergeAll(routes, implement(Api, "bookings", programs, companies), page, otherMethods(catalog)))

/** The whole server with it. */
export const Server = (config: Parameters<typeof TestServerBeside>[1] = {}) =>
  TestServerBeside({ app: App, migration, services: Bookings.layer }, config)
