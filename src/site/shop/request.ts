import { Effect } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import type { HttpServerResponse } from "effect/http"
import type { Formats } from "#schemas/kernel/formats"
import { hostNameOf } from "#schemas/kernel/host-name"
import { CartId } from "#schemas/shop/ids"
import { Caller } from "#schemas/kernel/tenancy"
import { SHOP, type ShopShown, shopShown } from "#workflows/shop/hosted/shelf"
import type { Seen } from "#workflows/shop/hosted/basket"
import { type SiteShown, siteShown } from "#workflows/website/hosted/site"
import { redirectResponse } from "../../dashboard/response.ts"
import { CurrentRequest } from "../../http/request-context.ts"
import { CompanySite } from "../company-site.ts"
import { formatsFor, written } from "../pay/frame.ts"
import type { Node } from "../../dashboard/html.ts"
import { numbered } from "../portal/request.ts"
import { sentForm } from "../pay/asked.ts"

type Response = HttpServerResponse.HttpServerResponse

/** A page of a shop that was asked for, or a form of it. */
export interface ShopRequest {
  readonly shop: ShopShown
  /** The company's site, where visitors see one. */
  readonly framedBy: SiteShown | undefined
  /** Where the company's pages begin, and those of its shop. */
  readonly site: string
  readonly base: string
  readonly query: URLSearchParams
  readonly form: URLSearchParams
  /** The part of the address that names a record. */
  readonly name: string
  readonly formats: Formats
}

export const to = (path: string) => Effect.succeed(redirectResponse({ to: path }))

/** A sum in the reader's writing. */
export const sum = ({ formats, shop }: ShopRequest, amount: number, currency = shop.currency): Node => written(formats, formats.money({ amount, currency }))

/** What a form says of the cart that it was shown with. */
export const seenIn = (form: URLSearchParams): Seen => ({ id: CartId.make(numbered(form.get("cart"))), version: numbered(form.get("version")) })

/** Browsers send the origin of the page with a form. */
export const isOwnOrigin = Effect.gen(function*() {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const { host } = yield* CurrentRequest
  const origin = URL.parse(headers["origin"] ?? "")
  const site = headers["sec-fetch-site"]
  return origin !== null && (origin.host === headers["host"] || (host() !== undefined && hostNameOf(origin.hostname) === host())) &&
    (site === undefined || site === "same-origin")
})

/** A visitor who sends a form was here before. */
const isOwnForm = Effect.gen(function*() {
  const { visitor } = yield* Caller
  return visitor?.newToken === undefined && (yield* isOwnOrigin)
})

/** Shows a page of the shop of the site, or does what its form says; `foreign` answers a form that did not come from a page of it. */
export const inShop = <E, R>(handle: (request: ShopRequest) => Effect.Effect<Response, E, R>, foreign?: (request: ShopRequest) => Response) =>
  Effect.gen(function*() {
    const { base: site } = yield* CompanySite
    const { params } = yield* HttpRouter.RouteContext
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const { target: { query } } = yield* CurrentRequest
    const isForm = foreign !== undefined
    const own = !isForm || (yield* isOwnForm)
    const form = isForm ? yield* sentForm : new URLSearchParams()
    const [shop, framedBy] = yield* Effect.all([shopShown, siteShown(site)], { concurrency: 2 })
    const request = { shop, framedBy, site, base: `${site}${SHOP}`, query, form, name: params["name"] ?? "", formats: formatsFor(headers["accept-language"], shop.company) }
    return own ? yield* handle(request) : foreign!(request)
  })
