import { Effect, Option } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { CampaignLinks } from "#layers/messages/sms/campaign-links"
import { SHORT_LINK } from "#workflows/messages/sms/campaign-texts"
import { plainNotFound } from "../http/site-routing.ts"
import { isPerson } from "./person.ts"

/** Leads to where a short link of a text leads. People are counted; programs that look at links before anybody reads the text are not. */
const follow = Effect.fnUntraced(function*(company?: number) {
  const { params } = yield* HttpRouter.RouteContext
  const request = yield* HttpServerRequest.HttpServerRequest
  const found = yield* CampaignLinks.use((links) => links.follow(params["code"] ?? "", company, isPerson(request)))
  return Option.match(found, {
    onNone: () => plainNotFound,
    onSome: (location) => HttpServerResponse.empty({ status: 302, headers: { location, "x-robots-tag": "noindex", "cache-control": "no-store" } })
  })
})

type Follow = typeof follow

/** The page of short links, as `routed` makes a route of it: on a company's own host of its links alone. */
export const shortLinkPages = <Route>(routed: (method: "GET", path: `/${string}`, handle: Follow) => Route) => [routed("GET", `${SHORT_LINK}/:code`, follow)]
