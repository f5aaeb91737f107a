import { Effect } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { holdsCardNumber } from "#schemas/kernel/card-number"
import { CurrentRequest } from "../../http/request-context.ts"
import { plainPage } from "../../http/site-routing.ts"
import { type Company, formatsFor } from "./frame.ts"

/** No such page. */
export const unknown = plainPage(404, "This link leads nowhere", "Perhaps a part of it was lost on the way. Open it again from where you got it.")

/** What the request asks for: what its address holds, the address itself, and how the reader writes. */
export const asked = Effect.gen(function*() {
  const { params } = yield* HttpRouter.RouteContext
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const { target: { path, query } } = yield* CurrentRequest
  const token = params["token"] ?? ""
  const base = path.slice(0, path.indexOf(token) + token.length)
  return {
    token, base, query, address: path, receipt: params["receipt"] ?? "",
    formats: (company: Company) => formatsFor(headers["accept-language"], company)
  }
})

/** What the form of a page says. */
export const sentForm = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
  Effect.map(Effect.orDie(request.text), (text) => new URLSearchParams(text)))

/** What was written is shown again, but never the number of a card. */
export const harmless = (text: string) => holdsCardNumber(text) ? "" : text
