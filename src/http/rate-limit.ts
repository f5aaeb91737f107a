import { Context, Effect, Layer } from "effect"
import { ServiceConfig } from "#layers/kernel/config"
import { RateLimits, type RateLimitState } from "#layers/kernel/limits/rate-limits"
import { type Caller, requestsPerMinute, type Tier } from "#schemas/kernel/tenancy"
import { networkOf } from "./client-address.ts"
import type { ApiError } from "./error-response.ts"
import type { RequestContext } from "./request-context.ts"

/** The error for too many requests in a minute. */
export interface RateExceeded {
  readonly error: ApiError
  readonly headers: Readonly<Record<string, string>>
}

const exceeded = ({ limit, retryAfter }: RateLimitState): RateExceeded => ({
  error: { code: "rate_limit_exceeded", message: `No more than ${limit} requests a minute; try again in ${retryAfter} s.` },
  headers: { "retry-after": String(retryAfter) }
})

/** Files that pages bring with them, for each page that may be asked for. */
const FILES_OF_A_PAGE = 20

/** Counts requests: those of a caller against the company, anonymous ones and visitors against the network of the client's address. */
export class RateLimit extends Context.Service<RateLimit>()("src/http/RateLimit", {
  make: Effect.gen(function*() {
    const limits = yield* RateLimits
    const { companyRateLimit, publicRateLimit } = yield* ServiceConfig
    const limitOf = (tier: Tier) => companyRateLimit > 0 ? companyRateLimit : requestsPerMinute[tier]

    /** Counts a request unless it was counted before, as an in-process one was with the request that it is a part of. */
    const count = (context: RequestContext, caller: Caller["Service"] | undefined): Effect.Effect<RateExceeded | undefined> => {
      context.company = caller?.company_id
      if (context.rate !== undefined) return Effect.succeed(undefined)
      const taken = (standing: RateLimitState) => {
        context.rate = standing
        return standing.allowed ? undefined : exceeded(standing)
      }
      const isAnonymous = caller === undefined || caller.credential === "visitor"
      const key = isAnonymous ? `address ${networkOf(context.address)}` : `company ${caller.company_id}`
      const limit = isAnonymous ? publicRateLimit : limitOf(caller.tier)
      return limits.takeNow === undefined ? Effect.map(limits.take(key, limit), taken) : Effect.succeed(taken(limits.takeNow(key, limit)))
    }

    /**
     * Counts a visitor, whose address was counted before, against all visitors of the company. They have as much as the company's own
     * callers, and apart from those: nobody can use up what the company needs for itself. The response tells what is nearer its end.
     */
    const countVisitor = (context: RequestContext, { company_id, tier }: Caller["Service"]): Effect.Effect<RateExceeded | undefined> => {
      context.company = company_id
      return Effect.map(limits.take(`visitors ${company_id}`, limitOf(tier)), (state) => {
        if (context.rate === undefined || state.remaining <= context.rate.remaining) context.rate = state
        return state.allowed ? undefined : exceeded(state)
      })
    }

    /** Counts a file that pages bring with them, against the network of the address. */
    const countFile = (context: RequestContext): Effect.Effect<RateExceeded | undefined> =>
      Effect.map(limits.take(`files ${networkOf(context.address)}`, publicRateLimit * FILES_OF_A_PAGE), (state) => {
        context.rate = state
        return state.allowed ? undefined : exceeded(state)
      })

    const { takeNow } = limits

    /**
     * Counts a visitor twice, as the others do, without waiting. Nothing where one of both was too many: whoever is asked then counts again,
     * which changes nothing. Undefined where counting takes time.
     */
    const countNow = takeNow && ((address: string, { company_id, tier }: Caller["Service"]): RateLimitState | undefined => {
      const own = takeNow(`address ${networkOf(address)}`, publicRateLimit)
      if (!own.allowed) return undefined
      const all = takeNow(`visitors ${company_id}`, limitOf(tier))
      return !all.allowed ? undefined : all.remaining <= own.remaining ? all : own
    })

    return { count, countFile, countNow, countVisitor }
  })
}) {
  static readonly layer = Layer.effect(RateLimit, RateLimit.make)
}
