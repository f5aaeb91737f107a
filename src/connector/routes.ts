import { isUtf8 } from "node:buffer"
import { Clock, Effect, Layer, type Scope } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { ApiKeys } from "#layers/auth/api-keys"
import { ServiceConfig } from "#layers/kernel/config"
import { SecretStore } from "#layers/auth/secret-store"
import { ConnectorAccess } from "#layers/oauth/access"
import { Site } from "#layers/kernel/installation/site"
import type { Caller } from "#schemas/kernel/tenancy"
import { corsFor, preflightFor } from "../http/cors.ts"
import { RateLimit } from "../http/rate-limit.ts"
import { CurrentRequest, type RequestContext } from "../http/request-context.ts"
import { InProcessRequests } from "../http/in-process-client.ts"
import { type McpResponse, lasting, refused, toResponse } from "../mcp/response.ts"
import type { McpRequest } from "../mcp/mcp.ts"
import { CONNECTOR_PATH, resourceMetadataOf, resourceOf } from "../oauth/paths.ts"
import { grantable } from "../oauth/scopes.ts"
import { Connection } from "./connection.ts"
import { type InsufficientScope, insufficientScope } from "./step-up.ts"

const methods = ["GET", "POST", "DELETE"] as const
const allowed = ["OPTIONS", ...methods]

/** 256 bits seal what calls keep between rounds. */
const STATE_BYTES = 32

/* Codes of JSON-RPC, the last two of those that it leaves to servers. The SDK knows the first too, and is large. */
const INVALID_REQUEST = -32_600
const UNAUTHORIZED = -32_001
const TOO_MANY = -32_003
const FORBIDDEN = -32_004

const bearer = (authorization: string | undefined): string | undefined => /^bearer +(\S+) *$/iu.exec(authorization ?? "")?.[1]

/** In a quoted string of a header. */
const quoted = (text: string) => `"${text.replace(/[\\"]/gu, "\\$&")}"`

/** A request without a token that opens anything (RFC 6750, section 3; RFC 9728, section 5.1). */
const challenged = (origin: string, sent: boolean, reason: string): McpResponse => {
  const parts = [
    `resource_metadata=${quoted(resourceMetadataOf(origin))}`,
    `scope=${quoted(grantable.join(" "))}`,
    ...sent ? ["error=\"invalid_token\"", `error_description=${quoted(reason)}`] : []
  ]
  return refused(401, UNAUTHORIZED, reason, { "www-authenticate": `Bearer ${parts.join(", ")}` })
}

/** A call that the token opens too little for (RFC 6750, section 3.1), so that the client can ask the person for more. */
const lacksScope = (origin: string, { caller, call, error, scope }: InsufficientScope & { readonly caller: Caller["Service"] }): McpResponse => {
  const parts = [
    "error=\"insufficient_scope\"",
    `scope=${quoted(grantable.filter((one) => caller.scopes.has(one) || one === scope).join(" "))}`,
    `resource_metadata=${quoted(resourceMetadataOf(origin))}`,
    `error_description=${quoted(error.message)}`
  ]
  return {
    status: 403,
    headers: { "content-type": "application/json", "www-authenticate": `Bearer ${parts.join(", ")}` },
    body: JSON.stringify({ jsonrpc: "2.0", id: call, error: { code: FORBIDDEN, message: error.message, data: { error } } })
  }
}

const noToken = "Connect with OAuth: this address takes an access token as a bearer token, which resource_metadata says how to get."

const parsed = (bytes: Uint8Array): unknown => {
  if (!isUtf8(bytes)) return undefined
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8"))
  } catch {
    return undefined
  }
}

/** The OAuth tool connector: the API's operations as tools of MCP, for clients that a person connected to one company. */
export const Connector = Layer.unwrap(Effect.gen(function*() {
  const access = yield* ConnectorAccess
  const { count } = yield* RateLimit
  const send = yield* InProcessRequests
  const site = yield* Site
  const secretStore = yield* SecretStore
  const { changed, whenRefused } = yield* ApiKeys
  /* Read when somebody first connects: its library and the schemas of all tools are large, and no start has to wait for them. */
  const mcp = yield* Effect.promise(() => Promise.all([import("../mcp/mcp.ts"), import("./profile.ts")])).pipe(
    Effect.flatMap(([{ mcpOf }, { connectorProfile, principalOf }]) =>
      Effect.map(mcpOf(connectorProfile(changed), secretStore.derive("mcp connector state", STATE_BYTES)), ({ answer }) => ({ answer, principalOf }))),
    Effect.provideContext(yield* Effect.context<ServiceConfig | Scope.Scope>()),
    Effect.uninterruptible,
    Effect.cached
  )

  const authenticate = Effect.fnUntraced(function*(token: string, resource: string, { address }: RequestContext) {
    return access.recall(token, resource, address, yield* Clock.currentTimeMillis) ?? (yield* access.lookUp(token, resource, address))
  })

  const ask = (method: McpRequest["method"]) =>
    Effect.gen(function*() {
      const request = yield* HttpServerRequest.HttpServerRequest
      const context = yield* CurrentRequest
      const origin = yield* site.origin
      const resource = resourceOf(origin)
      const token = bearer(request.headers["authorization"])
      const answer = token === undefined ? undefined : yield* authenticate(token, resource, context)
      const caller = answer?._tag === "Admitted" ? answer.caller : undefined
      const exceeded = yield* count(context, caller)
      if (exceeded !== undefined) return toResponse(refused(429, TOO_MANY, exceeded.error.message, exceeded.headers))
      if (token === undefined || caller === undefined) {
        const sent = request.headers["authorization"] !== undefined
        return toResponse(challenged(origin, sent, answer?._tag === "Refused" ? answer.reason : noToken))
      }
      const body = method === "POST" ? parsed(new Uint8Array(yield* request.arrayBuffer)) : undefined
      const insufficient = yield* insufficientScope(caller, body)
      if (insufficient !== undefined) return toResponse(lacksScope(origin, { caller, ...insufficient }))
      const { answer: say, principalOf } = yield* mcp
      const authenticated = authenticate(token, resource, context)
      const said = yield* say({ method, headers: request.headers, body, principal: principalOf(caller) }).pipe(
        Effect.provideService(Connection, { send, caller: Effect.map(authenticated, (now) => now._tag === "Admitted" ? now.caller : undefined) })
      )
      return toResponse(lasting(said, whenRefused(caller.company_id, authenticated)))
    })

  const readable = Effect.map(HttpServerResponse.setHeaders(corsFor("*")))

  const options = Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }) =>
    HttpServerResponse.empty({ status: 204, headers: { allow: allowed.join(", "), ...preflightFor(headers["origin"], allowed) } }))
  const others = (["PUT", "PATCH"] as const).map((method) =>
    HttpRouter.route(method, CONNECTOR_PATH, toResponse(
      refused(405, INVALID_REQUEST, `This address answers to ${allowed.join(", ")}.`, { allow: allowed.join(", ") })
    )))

  return HttpRouter.addAll([
    HttpRouter.route("OPTIONS", CONNECTOR_PATH, options),
    ...methods.map((method) => HttpRouter.route(method, CONNECTOR_PATH, readable(ask(method)))),
    ...others
  ])
})).pipe(Layer.provide(InProcessRequests.layer))
