import { Context, type Effect } from "effect"
import type { AuthResult } from "#layers/auth/api-keys"
import type { RateLimitState } from "#layers/kernel/limits/rate-limits"
import type { ConsentPreview } from "#schemas/agents/consent"
import type { Operation } from "#schemas/kernel/catalog"
import type { Caller } from "#schemas/kernel/tenancy"
import { RequestTarget } from "./request-target.ts"

const root = new RequestTarget("/", "")
const nothing = () => undefined

/**
 * How our own pages ask the person who makes a call whether they agree: what it would do is told, and nothing is left behind, until the call
 * comes again with the name that it was told under.
 */
export interface Question {
  readonly agreed: string | undefined
  readonly show: (name: string, seen: Omit<ConsentPreview, "consent_id" | "summary" | "verb">) => void
}

/** The identity that our own pages and the tool connector act with; anonymous without a caller. */
export interface InProcessIdentity {
  readonly caller: Caller["Service"] | undefined
  /** Under this key a write happens once, whether or not its operation honours a key of others. */
  readonly once?: string | undefined
  readonly question?: Question | undefined
}

/** The site of a company that a request came to. */
export interface VisitedSite {
  readonly caller: Caller["Service"]
  /** What its addresses begin with: nothing on a host of its own, `/s/{slug}` on the service's. */
  readonly base: string
}

/** What the middleware learns of one request, for the log and the headers of the response. */
export class RequestContext {
  readonly id: string
  readonly startedAt: number
  /** The IP address of the client. */
  readonly address: string
  /** Only set for a request that does not come over a socket. */
  readonly inProcess: InProcessIdentity | undefined
  /** The root where the target of the request was refused. */
  target = root
  /** The template of the matched route, never the path: paths hold ids. */
  route = ""
  /** The operation of the contract that the matched route serves. */
  operation: Operation | undefined
  company: number | undefined
  /** The host that the request came to, in its normal form, which few ask for; undefined where there is none that could be a company's. */
  host: () => string | undefined = nothing
  /** Set where that is the host of a company's own site. */
  site: VisitedSite | undefined
  /** Whose pages may read the response besides those of `CORS_ORIGINS`. */
  allowedOrigin: string | undefined
  /** Of a visitor, an access token of a connection, or a run of an agent: finds out again who it is, where the request has taken long. */
  readmit: Effect.Effect<AuthResult> | undefined
  /** Set once the request was counted. */
  rate: RateLimitState | undefined
  /** Gives a file as long as it takes to arrive. */
  allowSlowBody: () => void = nothing

  constructor(id: string, address: string, inProcess?: InProcessIdentity) {
    this.id = id
    this.startedAt = performance.now()
    this.address = address
    this.inProcess = inProcess
  }
}

export const CurrentRequest = Context.Reference<RequestContext>("src/http/CurrentRequest", {
  defaultValue: () => new RequestContext("", "")
})

/**
 * The context of a request that is made within the process. Only `InProcessRequests` provides it, so that no header or address
 * from outside can claim an identity.
 */
export const InProcessRequest = Context.Reference<RequestContext | undefined>("src/http/InProcessRequest", { defaultValue: () => undefined })
