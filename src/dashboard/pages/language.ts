import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { RequestTarget, requestTarget } from "../../http/request-target.ts"
import { setCookie } from "../cookies.ts"
import { isSameOrigin } from "../csrf.ts"
import { paths } from "../paths.ts"
import { redirectResponse } from "../response.ts"
import { isTag } from "../words/spoken.ts"

const pageIn = (to: string | null): string => {
  const target = requestTarget(to ?? "")
  return target instanceof RequestTarget && (target.path === paths.overview || target.path.startsWith(`${paths.overview}/`)) ? target.href : paths.overview
}

/** Keeps which language somebody reads, signed in or not, and leads back to the page. It changes nothing else, so that it needs no session. */
export const chooseLanguage = Effect.gen(function*() {
  const request = yield* HttpServerRequest.HttpServerRequest
  const form = new URLSearchParams(yield* Effect.orDie(request.text))
  const language = form.get("language") ?? ""
  const response = redirectResponse({ to: pageIn(form.get("page")) })
  return isTag(language) && (yield* isSameOrigin) ? yield* setCookie("language", language)(response) : response
})
