import { Context, Effect } from "effect"
import { Idempotency } from "#layers/kernel/idempotency"
import { anonymousCaller } from "#layers/auth/audit"
import type { SecretStore } from "#layers/auth/secret-store"
import { CurrentRequester } from "#layers/auth/anonymous"
import { Tenancy } from "#layers/kernel/tenancy"
import { TransactionEnvelope } from "#layers/kernel/transaction"
import type { Operation } from "#schemas/kernel/catalog"
import type { CompanyId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import { networkOf } from "./client-address.ts"
import { inFlight, keptFingerprintOf, noBody, usedOtherwise } from "./fingerprint.ts"
import { type OperationResponse, responseOf, toResponse } from "./operation-response.ts"
import type { Decoded, Handler, Handling, Program } from "./program.ts"
import { CurrentRequest } from "./request-context.ts"

/** Stands for the tenant of anonymous requests: their idempotency keys are kept apart from those of all companies. */
const anonymous = anonymousCaller(0 as CompanyId)

/**
 * Handles a write of an anonymous client, to sign in for example. The program makes its own transactions and receipts, since only
 * it learns which company they belong to. If the process crashes before the response is kept under its key, the program runs again
 * and answers the same.
 */
export const anonymousWriter = (operation: Operation, program: Program): Handler => {
  const respond = responseOf(operation)
  return Effect.fnUntraced(function*({ body = noBody, headers, params, payload, query }: Decoded): Handling {
    const run = Effect.map(Effect.suspend(() => program({ ...params, ...query, ...payload })), respond)
    const key = headers?.["idempotency-key"]
    if (key === undefined || !operation.acceptsIdempotencyKey) return toResponse(yield* run)

    const context = yield* Effect.context<Idempotency | Tenancy | SecretStore>()
    const idempotency = Context.get(context, Idempotency)
    const tenancy = Context.get(context, Tenancy)
    const fingerprint = keptFingerprintOf(context, operation, { params, query }, body)
    const made = yield* Effect.provideService(idempotency.inTurn(key, Effect.gen(function*() {
      const earlier = yield* tenancy.transaction(idempotency.earlier(key), new TransactionEnvelope(true))
      if (earlier !== undefined) {
        if (Buffer.compare(earlier.fingerprint, fingerprint) !== 0) return yield* Effect.fail(usedOtherwise)
        return { ...earlier, headers: { ...earlier.headers, "idempotent-replayed": "true" } }
      }
      const made: OperationResponse = yield* run
      const batches = new TransactionEnvelope(false)
      batches.closing.push(idempotency.keep(anonymous, { key, fingerprint }, made))
      yield* tenancy.transaction(Effect.void, batches)
      return made
    })), Caller, anonymous)
    return made === undefined ? yield* Effect.fail(inFlight) : toResponse(made)
  })
}

/** Tells an operation where a request came from. */
export const withRequester = (handle: Handler): Handler => (input) =>
  Effect.flatMap(CurrentRequest, ({ address }) =>
    Effect.provideService(handle(input), CurrentRequester, {
      address, network: networkOf(address), userAgent: input.request.headers["user-agent"]
    }))
