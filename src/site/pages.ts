import { Effect, Layer } from "effect"
import { HttpRouter, type HttpServerResponse } from "effect/http"
import { Caller } from "#schemas/kernel/tenancy"
import { rateLimited, withErrorPage } from "../dashboard/authentication.ts"
import { layerServices } from "../http/layer-services.ts"
import { RateLimit } from "../http/rate-limit.ts"
import { ownBookingPages } from "./book/own-pages.ts"
import { bookPages } from "./book/pages.ts"
import { ChatPages } from "./chat/pages.ts"
import { ChatScript } from "./chat/script.ts"
import { siteRoute } from "./company-site.ts"
import { contactPage, contactSent } from "./contact.ts"
import { CountScript } from "./count/script.ts"
import { optOutPages } from "./opt-out.ts"
import { payPages } from "./pay/pages.ts"
import { quotePages } from "./pay/quote-pages.ts"
import { CONTACT, REFERRAL, UNSUBSCRIBE_LINK } from "./paths.ts"
import { portalPages } from "./portal/pages.ts"
import { shortLinkPages } from "./short-links.ts"
import { shopPages } from "./shop/pages.ts"
import { FormPages } from "./website/forms.ts"
import { WebsitePages } from "./website/routes.ts"
import { unsubscribed, unsubscribePage } from "./unsubscribe.ts"
import { SiteMedia } from "./website/media.ts"
import { followReferral, unknownReferral } from "./referral.ts"

const OwnPages = Layer.unwrap(Effect.gen(function*() {
  const withServices = layerServices(yield* Effect.context<RateLimit>())
  const route = <E, R>(method: "GET" | "POST", path: string, work: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
    HttpRouter.route(method, path as HttpRouter.PathInput, withServices(withErrorPage(work)))
  return HttpRouter.addAll([
    route("GET", CONTACT, contactPage),
    route("POST", CONTACT, contactSent),
    route("GET", REFERRAL, followReferral),
    route("GET", UNSUBSCRIBE_LINK, unsubscribePage),
    route("POST", UNSUBSCRIBE_LINK, unsubscribed),
    route("GET", "/r/*", unknownReferral),
    ...payPages((method, path, handle) => route(method, path, rateLimited(undefined, handle()))),
    ...quotePages((method, path, handle) => route(method, path, rateLimited(undefined, handle()))),
    ...portalPages((method, path, handle) => route(method, path, rateLimited(undefined, handle()))),
    ...ownBookingPages((method, path, handle) => route(method, path, rateLimited(undefined, handle()))),
    ...optOutPages((method, path, handle) => route(method, path, rateLimited(undefined, handle()))),
    ...shortLinkPages((method, path, handle) => route(method, path, rateLimited(undefined, handle())))
  ])
}))

/** The pages that the companies' own hosts have: those that links open, of which those of other companies lead nowhere there, their shops, and booking. */
const PagesOfCompanies = Layer.mergeAll(
  ...payPages((method, path, handle) => siteRoute(method, path, Effect.flatMap(Caller, ({ company_id }) => handle(company_id)))),
  ...quotePages((method, path, handle) => siteRoute(method, path, Effect.flatMap(Caller, ({ company_id }) => handle(company_id)))),
  ...portalPages((method, path, handle) => siteRoute(method, path, Effect.flatMap(Caller, ({ company_id }) => handle(company_id)))),
  ...ownBookingPages((method, path, handle) => siteRoute(method, path, Effect.flatMap(Caller, ({ company_id }) => handle(company_id)))),
  ...optOutPages((method, path, handle) => siteRoute(method, path, Effect.flatMap(Caller, ({ company_id }) => handle(company_id)))),
  ...shortLinkPages((method, path, handle) => siteRoute(method, path, Effect.flatMap(Caller, ({ company_id }) => handle(company_id)))),
  ...shopPages(siteRoute),
  ...bookPages(siteRoute),
  ChatPages,
  FormPages,
  WebsitePages
)

/** What visitors see: referral links and where they lead, what links in e-mails do, the pages that links open, shops, booking and the chat. */
export const SitePages = Layer.mergeAll(OwnPages, PagesOfCompanies, ChatScript, CountScript, SiteMedia)
