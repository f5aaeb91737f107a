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

/** Counts requests: those of a caller against the company, anonymous ones against the network of the client's address. */
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
      const key = caller === undefined ? `address ${networkOf(context.address)}` : `company ${caller.company_id}`
      const limit = caller === undefined ? publicRateLimit : limitOf(caller.tier)
      return limits.takeNow === undefined ? Effect.map(limits.take(key, limit), taken) : Effect.succeed(taken(limits.takeNow(key, limit)))
    }

    return { count }
  })
}) {
  static readonly layer = Layer.effect(RateLimit, RateLimit.make)
}
