import { Effect, Option } from "effect"
import { HttpServerResponse } from "effect/http"
import { VisitedCompanies } from "#layers/company/visited"
import { ServiceConfig } from "#layers/kernel/config"
import { domainNameOf } from "#schemas/kernel/host-name"
import { operationPaths } from "./protocol.ts"
import type { RequestContext } from "./request-context.ts"

/** What the paths of all companies' sites begin with, behind the router. */
export const SITES = "/s"

/** Stands for the slug of the company whose own host was asked for. No slug has such a character. */
const OWN_HOST = "@host"

/** Where the API and the operator's monitoring are found under any host. */
const isEverywhere = (path: string) =>
  path === "/api" || path.startsWith("/api/") || Object.values<string>(operationPaths).includes(path)

/** A page that says nothing of the service: whoever reads it may know only the company, or nobody. */
export const plainPage = (status: number, title: string, more: string, headers: Readonly<Record<string, string>> = {}) =>
  HttpServerResponse.text(
    `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<h1>${title}</h1>
<p>${more}</p>
</html>
`,
    { status, contentType: "text/html; charset=utf-8", headers }
  )

export const plainNotFound = plainPage(404, "Not found", "There is nothing at this address.")

type Response = HttpServerResponse.HttpServerResponse

/**
 * Tells by the host of a request whose site it is for: the address within all sites for a company's host, a page for one that is nobody's, and
 * nothing for the service's own. Without `SITE_URL` the service does not know its own host, and takes those that are no company's for it.
 */
export const siteRouting = Effect.gen(function*() {
  const companies = yield* VisitedCompanies
  const { siteUrl } = yield* ServiceConfig
  const own = Option.map(siteUrl, (url) => domainNameOf(new URL(url).hostname))

  return (context: RequestContext): Effect.Effect<string | Response | undefined> | undefined => {
    const { inProcess, target } = context
    if (inProcess !== undefined || isEverywhere(target.path)) return undefined
    const host = context.host()
    if (host === undefined || (Option.isSome(own) && own.value === host)) return undefined
    return Effect.map(companies.byHost(host), (answer) => {
      if (answer._tag === "Refused") return Option.isSome(own) ? plainNotFound : undefined
      context.site = { caller: answer.caller, base: "" }
      return `${SITES}/${OWN_HOST}${target.path === "/" ? "" : target.path}${target.search}`
    })
  }
})
