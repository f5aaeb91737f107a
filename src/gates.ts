import { Clock, Context, Effect, Layer } from "effect"
import { FindMyWay, HttpRouter, HttpServerRequest } from "effect/http"
import type { HttpServerResponse } from "effect/http"
import { type Answer, ApiKeys } from "#layers/api-keys"
import { ServiceConfig } from "#layers/config"
import { RateLimits, type Standing } from "#layers/rate-limits"
import { Api } from "#schemas/api"
import { catalogOf, type Entry } from "#schemas/kernel/catalog"
import { Admitted, Open } from "#schemas/kernel/gates"
import type { Meaning } from "#schemas/kernel/operation"
import { Caller, includes, requestsPerMinute, type Tier } from "#schemas/kernel/tenancy"
import type { Exchange } from "./exchange.ts"
import { type No, refuse } from "./refuse.ts"

type Response = Effect.Effect<HttpServerResponse.HttpServerResponse, any, any>

const challenge = { "www-authenticate": "Bearer realm=\"api\"" }
const noKey = { _tag: "Refused", reason: "Send an API key as a bearer token." } as const

export const tooMany = ({ limit, retryAfter }: Standing) =>
  refuse(
    { code: "rate_limit_exceeded", message: `No more than ${limit} requests a minute; try again in ${retryAfter} s.` },
    { "retry-after": String(retryAfter) }
  )

const bearer = (authorization: string | undefined) =>
  authorization !== undefined && authorization.slice(0, 7).toLowerCase() === "bearer " ? authorization.slice(7).trim() : undefined

/** Scope, then tier: what this key and this company may. */
const forbidden = (caller: Caller["Service"], { access, tierFloor }: Meaning): No | undefined => {
  if (access === "session") {
    return { code: "forbidden", message: "This needs a signed-in person; an API key is not enough." }
  }
  if (access !== "any" && access !== "public" && !caller.scopes.has(access)) {
    return { code: "forbidden", message: `This API key lacks the scope ${access}.`, scope: access }
  }
  if (!includes(caller.tier, tierFloor)) {
    return { code: "forbidden", message: `This needs the ${tierFloor} tier or above.`, upgrade_to: tierFloor }
  }
  return undefined
}

/**
 * Route, authenticate, rate, scope, tier: all before the framework reads a byte of input, so that a no costs next to
 * nothing. What passes goes on with its Caller.
 */
export class Gates extends Context.Service<Gates, {
  readonly pass: (exchange: Exchange, request: HttpServerRequest.HttpServerRequest, next: Response) => Response
}>()("src/Gates") {
  static readonly layer = Layer.effect(Gates, Effect.gen(function*() {
    const keys = yield* ApiKeys
    const limits = yield* RateLimits
    const clock = yield* Clock.Clock
    const { companyRateLimit, publicRateLimit } = yield* ServiceConfig
    /* It must read an address as the router does: what it does not recognise, it lets through to be not found. */
    const routes = FindMyWay.make<Entry>(yield* HttpRouter.RouterConfig)
    for (const entry of catalogOf(Api)) routes.on(entry.method, entry.path as FindMyWay.PathInput, entry)
    const limitOf = (tier: Tier) => companyRateLimit > 0 ? companyRateLimit : requestsPerMinute[tier]

    const counted = (exchange: Exchange, key: string, limit: number, next: () => Response): Response =>
      Effect.flatMap(limits.take(key, limit), (standing) => {
        exchange.rate = standing
        return standing.allowed ? next() : tooMany(standing)
      })

    const asStranger = (exchange: Exchange, next: () => Response) =>
      counted(exchange, `address ${exchange.address}`, publicRateLimit, next)

    const judge = (exchange: Exchange, meaning: Meaning, answer: Answer, next: Response): Response => {
      if (answer._tag === "Refused") {
        return asStranger(exchange, () => refuse({ code: "unauthorized", message: answer.reason }, challenge))
      }
      const { caller } = answer
      exchange.company = caller.company_id
      return counted(exchange, `company ${caller.company_id}`, limitOf(caller.tier), () => {
        const no = forbidden(caller, meaning)
        return no === undefined ? Effect.provideService(next, Caller, caller) : refuse(no)
      })
    }

    return Gates.of({
      pass: (exchange, request, next) => {
        const entry = routes.find(request.method === "HEAD" ? "GET" : request.method, request.url)?.handler
        if (entry === undefined) return next
        exchange.route = entry.path
        if (entry.access === "public") return asStranger(exchange, () => next)
        const key = bearer(request.headers["authorization"])
        if (key === undefined) return judge(exchange, entry, noKey, next)
        const answer = keys.recall(key, exchange.address, clock.currentTimeMillisUnsafe())
        return answer !== undefined
          ? judge(exchange, entry, answer, next)
          : Effect.flatMap(keys.lookUp(key, exchange.address), (answer) => judge(exchange, entry, answer, next))
      }
    })
  }))
}

/** Never seen while the gates and the router agree; the second lock for when they do not. */
const gatesWerePassed = (program: Response): Response =>
  Effect.withFiber((fiber) =>
    Context.getOrUndefined(fiber.context as Context.Context<Caller>, Caller) === undefined
      ? refuse({ code: "unauthorized", message: noKey.reason }, challenge)
      : program)

/** The contract's marks of what the gates have already seen to. */
export const Passed = Layer.merge(
  Layer.succeed(Admitted, (program) => gatesWerePassed(program as Response) as never),
  Layer.succeed(Open, (program) => program)
)
