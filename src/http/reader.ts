import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import type { Operation } from "#schemas/kernel/catalog"
import { isHeld } from "#schemas/kernel/headers"
import { responseOf, toResponse } from "./operation-response.ts"
import type { Handler, Program } from "./program.ts"

/** Handles a read; a client that has the current version already gets 304. */
export const reader = (operation: Operation, program: Program): Handler => {
  const respond = responseOf(operation)
  return ({ params, payload, query, request }) =>
    Effect.map(program({ ...params, ...query, ...payload }), (value) => {
      const ready = respond(value)
      const etag = ready.headers["etag"]
      return !operation.noConditionalGet && etag !== undefined && isHeld(etag, request.headers["if-none-match"])
        ? HttpServerResponse.empty({ status: 304, headers: ready.headers })
        : toResponse(ready)
    })
}
