import { Effect, Option } from "effect"
import { HttpServerResponse } from "effect/http"
import type { Headers } from "effect/http"
import { type AuthResult, ApiKeys, type Refused } from "#layers/auth/api-keys"
import { type Visited, VisitedCompanies } from "#layers/company/visited"
import { VisitorTokens } from "#layers/auth/visitor-tokens"
import { isPublishable } from "#schemas/kernel/api-key"
import type { Operation } from "#schemas/kernel/catalog"
import { hostNameOf } from "#schemas/kernel/host-name"
import type { Caller, Visitor, VisitorWay } from "#schemas/kernel/tenancy"
import { networkOf } from "./client-address.ts"
import type { RequestContext } from "./request-context.ts"

/** By what a visitor is told apart from others: sent back on each request, as it was answered. */
export const VISITOR_HEADER = "x-service-visitor"

export type PathParams = Readonly<Record<string, string | undefined>>

/** Whose company the parameters of a path name, a token say; nothing where they name none. Asked before anybody is let in. */
export type CompanyOfPath<R = never> = (params: PathParams) => Effect.Effect<Option.Option<Visited>, never, R>

const refused = (reason: string, code?: NonNullable<Refused["code"]>): Refused =>
  ({ _tag: "Refused", reason, ...code !== undefined && { code } })

const noKey = refused("Send a publishable key (pk_service_...) as a bearer token.")
const secretKey = refused(
  "This operation is for visitors and takes a publishable key (pk_service_...). What was sent is something else; a secret API key belongs on servers only.",
  "forbidden"
)
const notTheirs = refused("This visitor token is not one of this company's. Without X-Service-Visitor the answer brings a new one.")
/** Of an operation that takes keys too, at a host that no company has: whoever came there has most likely forgotten the key. */
const neither = refused("Send an API key as a bearer token, or come by the host of a company.")
const twoHosts = refused("The query names its host more than once.", "bad_request")
const noHost = refused("No company has this host.", "not_found")
const nothingThere = refused("There is nothing at this address.", "not_found")

/**
 * In which way a request is a visitor's; undefined for one of somebody whom a secret tells. A path with a token needs nothing else, and
 * a publishable key goes before the host.
 */
export const visitorWayOf = ({ access, visitors }: Operation, bearer: string | undefined): VisitorWay | undefined => {
  if (visitors.length === 0) return undefined
  if (visitors.includes("token")) return "token"
  const hasKey = bearer !== undefined && (access !== "public" ? isPublishable(bearer) : visitors.includes("publishable_key"))
  if (hasKey) return visitors.includes("publishable_key") ? "publishable_key" : undefined
  if (bearer !== undefined && access !== "public") return undefined
  if (visitors.includes("host")) return "host"
  return access === "public" ? "publishable_key" : undefined
}

/** Tells who it is of those who come to a company; nothing where the token is not one of the company's. */
export const tellingVisitors = Effect.map(VisitorTokens, (tokens) =>
  (context: RequestContext, caller: Caller["Service"], { path, token, way }: {
    readonly way: VisitorWay
    readonly token: string | undefined
    /** Holds what tells the visitor, where the way is a token in it. */
    readonly path: string
  }): Visitor | undefined => {
    if (way === "token") {
      const id = tokens.pseudonym(caller, `path ${path}`)
      return { way, id, idempotencyScope: id, newToken: undefined }
    }
    const network = tokens.pseudonym(caller, `network ${networkOf(context.address)}`)
    if (token === undefined) {
      const made = tokens.issue(caller)
      return { way, id: made.id, idempotencyScope: network, network, newToken: made.token }
    }
    return Option.getOrUndefined(Option.map(tokens.verify(caller, token), (id) => ({ way, id, idempotencyScope: id, network, newToken: undefined })))
  })

/** Finds the company that a visitor comes to, and tells the visitor from others. */
export const visitorAdmission = Effect.gen(function*() {
  const keys = yield* ApiKeys
  const companies = yield* VisitedCompanies
  const visitorOf = yield* tellingVisitors

  const byKey = (context: RequestContext, key: string | undefined, origin: string | undefined): Effect.Effect<AuthResult> => {
    if (key === undefined) return Effect.succeed(noKey)
    if (!isPublishable(key)) return Effect.succeed(secretKey)
    return Effect.clockWith((clock) => {
      const known = keys.recall(key, context.address, clock.currentTimeMillisUnsafe())
      return Effect.map(known === undefined ? keys.lookUp(key, context.address) : Effect.succeed(known), (answer) => {
        if (answer._tag === "Refused" || origin === undefined) return answer
        if (!answer.origins.includes(origin)) return refused(`Pages of ${origin.slice(0, 200)} may not use this publishable key.`, "forbidden")
        context.allowedOrigin = origin
        return answer
      })
    })
  }

  /** The host that the query names, where the operation takes one so; else the one that the request came to. */
  const byHost = ({ host, target }: RequestContext, { sources }: Operation): Effect.Effect<AuthResult> => {
    const named = sources["host"] === "query" ? target.query.getAll("host") : []
    if (named.length > 1) return Effect.succeed(twoHosts)
    const found = named.length === 1 ? hostNameOf(named[0]!) : host()
    return found === undefined ? Effect.succeed(noHost) : companies.byHost(found)
  }

  const byPath = (params: PathParams, companyOf: CompanyOfPath): Effect.Effect<AuthResult> =>
    Effect.flatMap(companyOf(params), Option.match({
      onNone: () => Effect.succeed(nothingThere),
      onSome: companies.byId
    }))

  /** The visitor as the caller of the company that was found, or why there is none. */
  return (
    context: RequestContext,
    operation: Operation,
    { bearer, companyOf, headers, params, way }: {
      readonly bearer: string | undefined
      readonly companyOf: CompanyOfPath
      readonly headers: Headers.Headers
      readonly params: PathParams
      readonly way: VisitorWay
    }
  ): Effect.Effect<AuthResult> => {
    const found = Effect.suspend(() =>
      way === "token" ? byPath(params, companyOf)
        : way === "host" ? byHost(context, operation)
        : byKey(context, bearer, headers["origin"]))
    return Effect.map(found, (answer) => {
      if (answer._tag === "Refused") return answer.code === "not_found" && operation.access !== "public" ? neither : answer
      const visitor = visitorOf(context, answer.caller, { way, token: headers[VISITOR_HEADER], path: JSON.stringify(params) })
      if (visitor === undefined) return notTheirs
      const admitted = (again: AuthResult): AuthResult => again._tag === "Refused" ? again : { ...again, caller: { ...again.caller, visitor } }
      context.readmit = Effect.map(found, admitted)
      return admitted(answer)
    })
  }
})

/** The response to a visitor who showed no token brings one. A response that was kept brings the one that it was first sent with. */
export const withVisitorToken = (visitor: Visitor) => (response: HttpServerResponse.HttpServerResponse) =>
  visitor.newToken === undefined || response.headers[VISITOR_HEADER] !== undefined
    ? response
    : HttpServerResponse.setHeader(response, VISITOR_HEADER, visitor.newToken)
