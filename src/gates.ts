import { Clock, Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import type { HttpServerResponse } from "effect/http"
import { type Answer, ApiKeys } from "#layers/api-keys"
import { ServiceConfig } from "#layers/config"
import { RateLimits, type Standing } from "#layers/rate-limits"
import { Forbidden, RateLimitExceeded, Unauthorized } from "#schemas/kernel/errors"
import { Admitted, Open } from "#schemas/kernel/gates"
import { type Meaning, meaningOf } from "#schemas/kernel/operation"
import { Caller, includes, requestsPerMinute, type Tier } from "#schemas/kernel/tenancy"
import { CurrentExchange, type Exchange } from "./exchange.ts"
import { refuse } from "./refuse.ts"

type Response = Effect.Effect<HttpServerResponse.HttpServerResponse, any, any>

const challenge = { "www-authenticate": "Bearer realm=\"api\"" }

export const tooMany = ({ limit, retryAfter }: Standing) =>
  refuse(
    new RateLimitExceeded({ message: `No more than ${limit} requests a minute; try again in ${retryAfter} s.` }),
    { "retry-after": String(retryAfter) }
  )

const bearer = (authorization: string | undefined) => {
  if (authorization === undefined || authorization.slice(0, 7).toLowerCase() !== "bearer ") return undefined
  return authorization.slice(7).trim()
}

/** Scope, then tier: what this key and this company may. */
const permitted = (caller: Caller["Service"], { access, tierFloor }: Meaning) => {
  if (access === "session") {
    return new Forbidden({ message: "This needs a signed-in person; an API key is not enough." })
  }
  if (access !== "any" && access !== "public" && !caller.scopes.has(access)) {
    return new Forbidden({ message: `This API key lacks the scope ${access}.`, scope: access })
  }
  if (!includes(caller.tier, tierFloor)) {
    return new Forbidden({ message: `This needs the ${tierFloor} tier or above.`, upgrade_to: tierFloor })
  }
  return undefined
}

/** A key that is known, a company within its rate, a scope and a tier that suffice: before a byte of input is read. */
export const Admission = Layer.effect(Admitted, Effect.gen(function*() {
  const keys = yield* ApiKeys
  const limits = yield* RateLimits
  const { companyRateLimit, publicRateLimit } = yield* ServiceConfig
  const limitOf = (tier: Tier) => companyRateLimit > 0 ? companyRateLimit : requestsPerMinute[tier]

  return Admitted.of((program, { endpoint }) => {
    const meaning = meaningOf(endpoint)

    const counted = (exchange: Exchange, key: string, limit: number, next: () => Response): Response =>
      Effect.flatMap(limits.take(key, limit), (standing) => {
        exchange.rate = standing
        return standing.allowed ? next() : tooMany(standing)
      })

    const proceed = (exchange: Exchange, answer: Answer): Response => {
      if (answer._tag === "Refused") {
        return counted(exchange, `address ${exchange.address}`, publicRateLimit, () =>
          refuse(new Unauthorized({ message: answer.reason }), challenge))
      }
      const { caller } = answer
      exchange.company = caller.company_id
      return counted(exchange, `company ${caller.company_id}`, limitOf(caller.tier), () => {
        const no = permitted(caller, meaning)
        return no === undefined ? Effect.provideService(program as Response, Caller, caller) : refuse(no)
      })
    }

    return Effect.withFiber((fiber) => {
      const exchange = fiber.getRef(CurrentExchange)
      exchange.route = endpoint.path
      const request = fiber.context.mapUnsafe.get(HttpServerRequest.HttpServerRequest.key) as HttpServerRequest.HttpServerRequest
      const key = bearer(request.headers["authorization"])
      if (key === undefined) {
        return proceed(exchange, { _tag: "Refused", reason: "Send an API key as a bearer token." })
      }
      const answer = keys.recall(key, exchange.address, fiber.getRef(Clock.Clock).currentTimeMillisUnsafe())
      return answer !== undefined
        ? proceed(exchange, answer)
        : Effect.flatMap(keys.lookUp(key, exchange.address), (answer) => proceed(exchange, answer))
    }) as never
  })
}))

/** Anybody, within the rate of an address. */
export const Openness = Layer.effect(Open, Effect.gen(function*() {
  const limits = yield* RateLimits
  const { publicRateLimit } = yield* ServiceConfig
  return Open.of((program, { endpoint }) =>
    Effect.withFiber((fiber) => {
      const exchange = fiber.getRef(CurrentExchange)
      exchange.route = endpoint.path
      return Effect.flatMap(limits.take(`address ${exchange.address}`, publicRateLimit), (standing) => {
        exchange.rate = standing
        return standing.allowed ? program : tooMany(standing)
      })
    })
  )
}))
