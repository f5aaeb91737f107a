import { Effect, Option } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { readCode } from "#layers/referrals/code"
import { Referrals } from "#layers/referrals/referrals"
import { origin, signupLink } from "#workflows/tools/signup-link"
import { rateLimited } from "../dashboard/authentication.ts"
import { pageResponse, errorPage } from "../dashboard/response.ts"
import { networkOf } from "../http/client-address.ts"
import { CurrentRequest } from "../http/request-context.ts"
import { isPerson } from "./person.ts"

/** The page of a code that nobody made. */
export const unknownReferral = Effect.map(
  errorPage(404, "There is no such referral", "The link is not complete, or nobody made it. Ask whoever gave it to you for it once more."),
  (page) => pageResponse(page)
)

/** Follows a referral: its visit is counted, and then it leads to the contact page, which knows where the visitor comes from. */
export const followReferral = rateLimited(undefined, Effect.gen(function*() {
  const referrals = yield* Referrals
  const request = yield* HttpServerRequest.HttpServerRequest
  const { params } = yield* HttpRouter.RouteContext
  const { address } = yield* CurrentRequest
  const code = readCode(params["code"])
  if (code === undefined) return yield* unknownReferral
  const found = yield* isPerson(request) ? referrals.visit(code, networkOf(address)) : referrals.find(code)
  if (Option.isNone(found)) return yield* unknownReferral
  const { ai_platform, template_id } = found.value
  const location = signupLink(yield* origin, { template_id: template_id ?? undefined, source: ai_platform, referral: code })
  return HttpServerResponse.empty({ status: 302, headers: { location, "x-robots-tag": "noindex" } })
}))
