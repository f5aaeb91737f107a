import { createHmac, timingSafeEqual } from "node:crypto"
import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { Site } from "#layers/kernel/installation/site"
import { CSRF_FIELD } from "./components/form.ts"

/** Only who knows the token of the cookie, which no page can read, can make it. */
export const csrfTokenOf = (token: string): string => createHmac("sha256", token).update("form").digest("base64url")

const isCsrfToken = (token: string, given: string | null) => {
  const expected = Buffer.from(csrfTokenOf(token))
  const found = Buffer.from(given ?? "")
  return expected.length === found.length && timingSafeEqual(expected, found)
}

/** Browsers send the origin of the page with a form; a form without it is refused. */
export const isSameOrigin = Effect.gen(function*() {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const { host } = yield* Site
  const origin = URL.parse(headers["origin"] ?? "")
  const site = headers["sec-fetch-site"]
  return origin !== null && (origin.host === headers["host"] || origin.host === (yield* host)) &&
    (site === undefined || site === "same-origin")
})

/** Whether a form was sent from a page that this browser was given. */
export const isOwnForm = (token: string | undefined, form: URLSearchParams) =>
  Effect.map(isSameOrigin, (sameOrigin) => sameOrigin && token !== undefined && isCsrfToken(token, form.get(CSRF_FIELD)))
