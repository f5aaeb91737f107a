import { Effect, Layer, Option, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { ServiceConfig } from "#layers/kernel/config"
import { corsOf } from "../http/cors.ts"
import { toResponse } from "./response.ts"
import { type McpRequest, mcpOf } from "./mcp.ts"
import type { Profile } from "./profile.ts"

const methods = ["GET", "POST", "DELETE"] as const

const parsed = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

/** An address that speaks nothing but the protocol. */
export const mcpRoutes = <R>(path: `/${string}`, profile: Profile<R>) =>
  Layer.unwrap(Effect.gen(function*() {
    const { answer } = yield* mcpOf(profile)
    const { corsOrigins } = yield* ServiceConfig
    const cors = corsOf(corsOrigins)

    const ask = (method: McpRequest["method"]) =>
      Effect.gen(function*() {
        const request = yield* HttpServerRequest.HttpServerRequest
        const body = method === "POST" ? Option.getOrUndefined(parsed(yield* request.text)) : undefined
        return toResponse(yield* answer({ method, headers: request.headers, body }))
      })
    const allowed = ["OPTIONS", ...methods]
    const options = Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }) =>
      HttpServerResponse.empty({ status: 204, headers: { allow: allowed.join(", "), ...cors.preflightOf(headers["origin"], allowed) } }))

    return HttpRouter.addAll([
      HttpRouter.route("OPTIONS", path, options),
      ...methods.map((method) => HttpRouter.route(method, path, ask(method)))
    ])
  }))
