import { Context, Effect, Option } from "effect"
import type { ApiKeys } from "#layers/auth/api-keys"
import { AnswerLater, laterAnswer } from "#layers/kernel/answer-later"
import { Idempotency } from "#layers/kernel/idempotency"
import type { SecretStore } from "#layers/auth/secret-store"
import { CurrentChanges, ChangeLog } from "#layers/kernel/receipts/change-log"
import { Tenancy } from "#layers/kernel/tenancy"
import { TransactionEnvelope } from "#layers/kernel/transaction"
import type { Operation } from "#schemas/kernel/catalog"
import { ApprovedAt, CONFIRMATION_HEADER } from "#schemas/kernel/consent"
import { type Refusal, RequestId, statusOf } from "#schemas/kernel/errors"
import type { Change } from "#schemas/kernel/events"
import { IfMatch } from "#schemas/kernel/headers"
import { Caller } from "#schemas/kernel/tenancy"
import { agreedTo, approvedAt, isRefusedConfirmation, settled, unconfirmed } from "#workflows/agents/agreement"
import { ask } from "#workflows/agents/propose"
import { requireOwnRecords } from "#workflows/agents/shared-records"
import { envelopeOf } from "./error-response.ts"
import { inFlight, keptFingerprintOf, noBody, receiptHashOf, usedOtherwise } from "./fingerprint.ts"
import { type OperationResponse, responseOf, toResponse } from "./operation-response.ts"
import type { Decoded, Handler, Handling, Program, Response as ResponseOf } from "./program.ts"
import { questioned } from "./question.ts"
import { CurrentRequest } from "./request-context.ts"
import { VISITOR_HEADER } from "./visitor-admission.ts"
import { reauthorized } from "./reauthorization.ts"
import { refusedFirst } from "./refused-first.ts"

type Services = ApiKeys | Idempotency | ChangeLog | Tenancy | SecretStore | Caller
type Response<A = OperationResponse> = ResponseOf<A>

/** Errors of the program itself are kept under a key; those of the middleware are not, so that the request can be tried again. */
const isKept = ({ code }: Refusal) =>
  code === "not_found" || code === "conflict" || code === "address_retired" || code === "precondition_failed"

/**
 * Handles a write in one transaction that holds the work, its receipt, its events and the response under its key. The last three
 * leave in the same socket write as COMMIT.
 */
export const writer = (operation: Operation, program: Program): Handler => {
  const respond = responseOf(operation)

  return Effect.fnUntraced(function*({ body = noBody, headers, params, payload, query, request }: Decoded): Handling {
    const context = yield* Effect.context<Services>()
    const idempotency = Context.get(context, Idempotency)
    const journal = Context.get(context, ChangeLog)
    const tenancy = Context.get(context, Tenancy)
    const caller = Context.get(context, Caller)

    const input = { ...params, ...query, ...payload }
    const { inProcess } = yield* CurrentRequest
    const key = inProcess?.once ?? (operation.acceptsIdempotencyKey ? headers?.["idempotency-key"] : undefined)
    const needsConsent = operation.requiresConsent || caller.agent_run?.confirms === true
    const fingerprint = keptFingerprintOf(context, operation, { params, query }, body)
    const payloadHash = operation.category === "auth" ? receiptHashOf(operation, { params, query }, body) : fingerprint

    const answer: (typeof AnswerLater)["Service"] & {} = { later: undefined }

    const withToken = (made: OperationResponse): OperationResponse => {
      const token = caller.visitor?.newToken
      return token === undefined ? made : { ...made, headers: { ...made.headers, [VISITOR_HEADER]: token } }
    }

    /** After the commit: what the answer became, if the program said that it becomes something. */
    const followed = (effect: Response, keep: (made: OperationResponse) => Effect.Effect<void> = () => Effect.void): Response =>
      Effect.flatMap(effect, (made: OperationResponse) =>
        answer.later === undefined ? Effect.succeed(made) : Effect.flatMap(laterAnswer(answer.later), Option.match({
          onNone: () => Effect.succeed(made),
          onSome: (value) => {
            const newer = withToken(respond(value, params))
            return Effect.as(keep(newer), newer)
          }
        })))

    const performed = Effect.fnUntraced(function*(batches: TransactionEnvelope): Handling<OperationResponse> {
      const changes: Array<Change> = []
      if (caller.mode === "test") yield* requireOwnRecords(operation)
      const agreement = needsConsent
        ? yield* agreedTo(operation.name, fingerprint, request.headers[CONFIRMATION_HEADER])
        : undefined
      const value = yield* program(input).pipe(
        Effect.provideService(CurrentChanges, changes), Effect.provideService(AnswerLater, answer), Effect.provideService(ApprovedAt, approvedAt(agreement))
      )
      const consent = agreement && (yield* settled(agreement, changes))
      batches.closing.push(
        ...yield* journal.entries({ verb: operation.name, payloadHash, changes, consent, audit: operation.category === "auth" })
      )
      return withToken(respond(value, params))
    })

    const perform = (batches: TransactionEnvelope) => reauthorized(operation, performed(batches))

    /** Under its key: makes the response unless the key was used before. */
    const once = (key: string, make: (batches: TransactionEnvelope) => Response) => {
      const batches = new TransactionEnvelope(true)
      return tenancy.transaction(Effect.gen(function*() {
        const earlier = yield* idempotency.earlier(key)
        if (earlier !== undefined) {
          if (Buffer.compare(earlier.fingerprint, fingerprint) !== 0) return yield* Effect.fail(usedOtherwise)
          return { ...earlier, headers: { ...earlier.headers, "idempotent-replayed": "true" } }
        }
        const made = yield* make(batches)
        batches.closing.push(idempotency.keep(caller, { key, fingerprint }, made))
        return made
      }), batches)
    }

    /** What the answer became is kept in its place. If that fails, the earlier one stays, which was true. */
    const replaced = (key: string) => (made: OperationResponse) =>
      Effect.ignore(tenancy.transaction(idempotency.replace({ key, fingerprint }, made).pipe(Effect.provideService(Caller, caller))))

    /** An error of the program is a response too: it is kept, once what the program did is undone. */
    const kept = (key: string) => (error: Refusal) =>
      isKept(error) && error !== usedOtherwise && !isRefusedConfirmation(error)
        ? once(key, () => Effect.map(RequestId, (id) => ({ status: statusOf[error.code], headers: {}, body: envelopeOf(error, id) })))
        : Effect.fail(error)

    const ifMatch = headers?.["if-match"]
    const conditional = <A>(effect: Response<A>) => ifMatch === undefined ? effect : Effect.provideService(effect, IfMatch, ifMatch)

    /** Without the consent that the operation needs, what was begun is undone, and somebody is asked. */
    const asking = (effect: Response<OperationResponse | undefined>): Response<OperationResponse | undefined> =>
      needsConsent
        ? Effect.catchIf(effect, (error) => error === unconfirmed, () => {
          const work = conditional(Effect.suspend(() => program(input)))
          return questioned(inProcess?.question, fingerprint, work, refusedFirst(operation, work, ask({
            operation,
            payloadHash: fingerprint,
            request: { params: params ?? {}, query: query ?? {}, payload: payload ?? {} }
          })))
        })
        : effect

    const batches = new TransactionEnvelope(false)
    const made = yield* asking(key === undefined
      ? conditional(followed(tenancy.transaction(perform(batches), batches)))
      : idempotency.inTurn(key, conditional(Effect.catch(followed(once(key, perform), replaced(key)), kept(key)))))
    return made === undefined ? yield* Effect.fail(inFlight) : toResponse(made)
  })
}
