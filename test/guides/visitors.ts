import { Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { operation } from "#schemas/kernel/endpoints"
import { Caller } from "#schemas/kernel/tenancy"
import { CompanySite, siteRoute } from "#src/site/company-site"

const Seat = Schema.Struct({ id: Schema.Int, name: Schema.String })

/*
 * An operation with `visitors` is open to customers who have not signed in: their requests find the company by a publishable key, by the host
 * of its site, or by a token in the path (then `implement(..., programs, { verb: whoseToken })` says whose). The group has the middleware
 * `OpenToVisitors`. Its program runs as for any caller of that company, and shows only what is `visitor.id`'s. A page is a `siteRoute`.
 */
export const take_seat = operation.create("take_seat", "/seats", Schema.Struct({ name: Schema.String }), Seat, {
  access: "public", visitors: ["publishable_key", "host"], summary: "Take a seat", description: "Keeps a seat for the visitor."
})

export const seatsOf = Effect.map(Caller, ({ company_id, visitor }) => ({ company_id, visitor: visitor?.id ?? null }))

export const SeatPage = siteRoute("GET", "/seats", Effect.gen(function*() {
  const { visitor } = yield* seatsOf
  return HttpServerResponse.text(`${(yield* CompanySite).base}/seats of ${visitor}`)
}))
