import { Context, Effect } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { Idempotency } from "#layers/idempotency"
import { nobodyOf } from "#layers/identity/audit"
import type { Vault } from "#layers/identity/vault"
import { CurrentVisitor, type Visitor } from "#layers/identity/visitor"
import { Tenancy } from "#layers/tenancy"
import { Batches } from "#layers/transaction"
import type { Entry } from "#schemas/kernel/catalog"
import type { CompanyId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import { type Answer, answerOf, send } from "./operation-response.ts"
import { isReadable } from "./input-errors.ts"
import { CurrentExchange, type Exchange, networkOf } from "./request-context.ts"
import { inFlight, keptFingerprintOf, unreadable, usedOtherwise } from "./fingerprint.ts"

/** Whose company has no number: keys of those who belong to none yet are told apart from everybody's. */
const stranger = nobodyOf(0 as CompanyId)

/**
 * A write of somebody who is nobody yet, to sign in say. The program makes its own transactions and leaves its own receipts,
 * since only it learns which company they belong to. Under a key the answer is kept apart from those of all companies; if we
 * crash between the two, the program runs again, and says the same.
 */
export const openWriter = (entry: Entry, program: (input: any) => Effect.Effect<any, any, any>) => {
  const answer = answerOf(entry)
  return Effect.fnUntraced(function*({ headers, params, payload, query, request }: any): Effect.fn.Return<
    HttpServerResponse.HttpServerResponse, any, any
  > {
    const context = yield* Effect.context<Idempotency | Tenancy | Vault>()
    if (entry.endpoint.payload.size > 0 && !(yield* isReadable(context as never))) return yield* Effect.fail(unreadable)
    const run = Effect.map(Effect.suspend(() => program({ ...params, ...query, ...payload })), answer)
    const key: string | undefined = headers?.["idempotency-key"]
    if (key === undefined || !entry.keyed) return send(yield* run)

    const idempotency = Context.get(context, Idempotency)
    const tenancy = Context.get(context, Tenancy)
    const body = yield* Effect.orDie((request as HttpServerRequest.HttpServerRequest).text)
    const fingerprint = keptFingerprintOf(context, entry, { params, query }, body)
    const made = yield* Effect.provideService(idempotency.inTurn(key, Effect.gen(function*() {
      const earlier = yield* tenancy.transaction(idempotency.earlier(key), new Batches(true))
      if (earlier !== undefined) {
        if (Buffer.compare(earlier.fingerprint, fingerprint) !== 0) return yield* Effect.fail(usedOtherwise)
        return { ...earlier, headers: { ...earlier.headers, "idempotent-replayed": "true" } }
      }
      const answered: Answer = yield* run
      const batches = new Batches(false)
      batches.closing.push(idempotency.keep(stranger, { key, fingerprint }, answered))
      yield* tenancy.transaction(Effect.void, batches)
      return answered
    })), Caller, stranger)
    return made === undefined ? yield* Effect.fail(inFlight) : send(made)
  })
}

const visitorOf = (request: HttpServerRequest.HttpServerRequest, { address }: Exchange): Visitor =>
  ({ address, network: networkOf(address), userAgent: request.headers["user-agent"] })

/** Operations that people sign in with learn where a request came from. */
export const visited = (handle: (request: any) => Effect.Effect<any, any, any>) => (request: any) =>
  Effect.flatMap(CurrentExchange, (exchange) =>
    Effect.provideService(handle(request), CurrentVisitor, visitorOf(request.request, exchange)))
