import { createHash } from "node:crypto"
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { SigningKeys } from "#layers/auth/signing-keys"
import { isHeld } from "#schemas/kernel/headers"
import { addresses } from "./addresses.ts"

/** The public keys that access tokens are verified with (RFC 7517), for whoever likes to do it themselves. */
export const KeySet = HttpRouter.add("GET", addresses.jwks, Effect.gen(function*() {
  const keys = yield* SigningKeys
  const request = yield* HttpServerRequest.HttpServerRequest
  const body = JSON.stringify(yield* keys.jwks)
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`
  const headers = { etag, "cache-control": "public, max-age=300", "access-control-allow-origin": "*" }
  return isHeld(etag, request.headers["if-none-match"])
    ? HttpServerResponse.empty({ status: 304, headers })
    : HttpServerResponse.text(body, { headers, contentType: "application/jwk-set+json" })
}))
