import { Cause, Context, Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { VisitedCompanies } from "#layers/company/visited"
import { Caller } from "#schemas/kernel/tenancy"
import { RateLimit, type RateExceeded } from "../http/rate-limit.ts"
import { CurrentRequest, type RequestContext, type VisitedSite } from "../http/request-context.ts"
import { plainNotFound, plainPage, SITES } from "../http/site-routing.ts"
import { tellingVisitors } from "../http/visitor-admission.ts"
import { setVisitorCookie, visitorCookie } from "./visitor-cookie.ts"

/** The site of a company that is being shown, for links within it. */
export class CompanySite extends Context.Service<CompanySite, { readonly base: string }>()("src/site/CompanySite") {}

type Response = HttpServerResponse.HttpServerResponse

const failed = (cause: Cause.Cause<unknown>): Effect.Effect<Response, never> =>
  Cause.hasInterruptsOnly(cause)
    ? Effect.failCause(cause as Cause.Cause<never>)
    : Effect.as(Effect.logError("page of a site failed", cause), plainPage(500, "Something went wrong", "Try again soon."))

/** Finds the company of the host, or of the slug. */
const visitedSite = (companies: VisitedCompanies["Service"], sites: string) =>
  Effect.fnUntraced(function*(context: RequestContext): Effect.fn.Return<VisitedSite | undefined, never, HttpRouter.RouteContext> {
    if (context.site !== undefined) return context.site
    const { params: { slug = "" } } = yield* HttpRouter.RouteContext
    const answer = yield* companies.bySlug(slug)
    return answer._tag === "Refused" ? undefined : { caller: answer.caller, base: `${sites}/${slug}` }
  })

const tooMany = ({ error, headers }: RateExceeded) => plainPage(429, "Too many requests", error.message, headers)

type Shown<E, R> = (context: RequestContext, site: VisitedSite) => Effect.Effect<Response, E, R>

/** The company of the host, or of the slug, once the request was counted. */
const companyRoute = <E, R>(method: "GET" | "POST", path: "" | `/${string}`, shown: Shown<E, R>, sites: `/${string}`) =>
  Effect.gen(function*() {
    const companies = yield* VisitedCompanies
    const { count, countVisitor } = yield* RateLimit
    const siteOf = visitedSite(companies, sites)

    const handled = Effect.gen(function*() {
      const context = yield* CurrentRequest
      const exceeded = yield* count(context, undefined)
      if (exceeded !== undefined) return tooMany(exceeded)
      const site = yield* siteOf(context)
      if (site === undefined) return plainNotFound
      const spent = yield* countVisitor(context, site.caller)
      if (spent !== undefined) return tooMany(spent)
      return yield* shown(context, site)
    })

    return HttpRouter.add(method, `${sites}/:slug${path}` as HttpRouter.PathInput, Effect.catchCause(handled, failed))
  })

/**
 * A page of the companies' sites, at `path` of a company's own host and at `/s/{slug}` with `path` behind it on the service's, or at `/{slug}`
 * below what else `sites` says. The handler is given the visitor as `Caller`, and makes its calls of the API as them.
 */
export const siteRoute = <E, R>(method: "GET" | "POST", path: "" | `/${string}`, handle: Effect.Effect<Response, E, R>, sites: `/${string}` = SITES) =>
  Layer.unwrap(Effect.flatMap(tellingVisitors, (visitorOf) =>
    companyRoute(method, path, Effect.fnUntraced(function*(context: RequestContext, site: VisitedSite) {
      const token = visitorCookie(yield* HttpServerRequest.HttpServerRequest)
      /* A cookie of another company, or of another time, is replaced: nobody can take it out of a browser by hand. */
      const visitor = visitorOf(context, site.caller, { way: "host", token, path: "" }) ??
        visitorOf(context, site.caller, { way: "host", token: undefined, path: "" })!
      const response = yield* handle.pipe(
        Effect.provideService(Caller, { ...site.caller, visitor }), Effect.provideService(CompanySite, { base: site.base })
      )
      return visitor.newToken === undefined ? response : yield* setVisitorCookie(visitor.newToken, site.base)(response)
    }), sites)))

/** The same for what is shown to everybody alike: nobody is told apart, and no cookie is set. */
export const openSiteRoute = <E, R>(method: "GET" | "POST", path: "" | `/${string}`, handle: Effect.Effect<Response, E, R>) =>
  Layer.unwrap(companyRoute(method, path, (_, site) =>
    handle.pipe(Effect.provideService(Caller, site.caller), Effect.provideService(CompanySite, { base: site.base })), SITES))

/**
 * A file of the companies' sites, likewise. A page brings many: they are counted apart from pages, against the network of the address alone,
 * and visitors get no cookie with them, so that caches can keep them for everybody.
 */
export const siteFileRoute = <E, R>(path: `/${string}`, handle: Effect.Effect<Response, E, R>) =>
  Layer.unwrap(Effect.gen(function*() {
    const siteOf = visitedSite(yield* VisitedCompanies, SITES)
    const { countFile } = yield* RateLimit

    const shown = Effect.gen(function*() {
      const context = yield* CurrentRequest
      const exceeded = yield* countFile(context)
      if (exceeded !== undefined) return tooMany(exceeded)
      const site = yield* siteOf(context)
      if (site === undefined) return plainNotFound
      return yield* Effect.provideService(handle, Caller, site.caller)
    })
    return HttpRouter.add("GET", `${SITES}/:slug${path}` as HttpRouter.PathInput, Effect.catchCause(shown, failed))
  }))

/** What no category shows on the sites. The router answers HEAD as GET only where nothing is said for HEAD, so that it is not named. */
export const SitesNotFound = HttpRouter.addAll((["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY"] as const).map((method) =>
  HttpRouter.route(method, `${SITES}/*` as HttpRouter.PathInput, Effect.succeed(plainNotFound))))
