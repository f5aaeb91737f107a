import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import type { HttpServerRequest } from "effect/http"
import { Site } from "#layers/kernel/installation/site"

const NAME = "visitor"
const DAYS = 400

/** The token of a visitor who came to the site before. */
export const visitorCookie = ({ cookies }: HttpServerRequest.HttpServerRequest): string | undefined => cookies[NAME]

/** Of one site: on the service's host each company's cookie stays below its own path. Forms of other sites come without it. */
export const setVisitorCookie = (token: string, base: string) => (response: HttpServerResponse.HttpServerResponse) =>
  Effect.map(Effect.flatMap(Site, ({ origin }) => origin), (origin) =>
    HttpServerResponse.setCookieUnsafe(response, NAME, token, {
      path: base === "" ? "/" : base, httpOnly: true, sameSite: "lax", secure: origin.startsWith("https:"), maxAge: `${DAYS} days`
    }))
