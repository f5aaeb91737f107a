import { Effect } from "effect"
import { HttpBody, HttpServerRequest, HttpServerResponse } from "effect/http"
import { compressNow, encodingFor } from "./encodings.ts"

/** What fits into the first packet anyway is not made smaller. */
const SMALL = 1_024

/**
 * A page that was made for this request, smaller where the client takes that. It is for pages with what nobody else may read only where
 * requests that another site makes come without the cookie: else their lengths tell of it.
 */
export const compressedPage = Effect.fnUntraced(function*(response: HttpServerResponse.HttpServerResponse) {
  const { body } = response
  if (body._tag !== "Uint8Array" || body.contentLength < SMALL || !body.contentType.startsWith("text/html")) return response
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const encoding = encodingFor(headers["accept-encoding"])
  if (encoding === "identity") return HttpServerResponse.setHeader(response, "vary", "Accept-Encoding")
  const bytes = compressNow(encoding, body.body)
  return HttpServerResponse.setBody(response, HttpBody.uint8Array(bytes, body.contentType)).pipe(
    HttpServerResponse.setHeaders({ "content-encoding": encoding, vary: "Accept-Encoding" })
  )
})
