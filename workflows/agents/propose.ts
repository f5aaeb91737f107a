import { Effect, Option } from "effect"
import { Consents, type ConsentRow } from "#layers/agents/consents"
import { Receipted } from "#layers/agents/receipted"
import { CurrentAttribution, recordChange } from "#layers/kernel/receipts/change-log"
import type { Operation } from "#schemas/kernel/catalog"
import { CHANGES_REAL_RECORDS } from "#schemas/kernel/consent"
import { ConfirmationRequired, RequestId } from "#schemas/kernel/errors"
import { redactedText } from "#schemas/kernel/redacted"
import { Caller } from "#schemas/kernel/tenancy"
import { approvalPlace, isApprovalValid } from "./approver.ts"
import { ConsentTimer, expire } from "./consent-timer.ts"
import { consentChange, consentView, currentActor } from "./consent-view.ts"
import { callSummary } from "./named-record.ts"

/** A call that a person has to agree to. */
export interface Call {
  readonly operation: Operation
  readonly payloadHash: Uint8Array
  /** What its program is given, by where it came from. */
  readonly request: { readonly params: object; readonly query: object; readonly payload: object }
}

/** Larger inputs are not kept for people to read. */
const MOST_SHOWN = 16_384

const shown = ({ params, payload, query }: Call["request"]) => {
  const text = redactedText({ ...params, ...query, ...payload })
  return text.length > MOST_SHOWN ? null : text
}

const proposed = Effect.fnUntraced(function*({ operation, payloadHash, request }: Call) {
  const consents = yield* Consents
  const { key_id } = yield* Caller
  const { actor } = yield* currentActor
  const { session } = yield* CurrentAttribution
  const called = { key_id, verb: operation.name, payloadHash }
  const waiting = yield* consents.waiting(called)
  if (Option.isSome(waiting)) {
    const { state } = waiting.value
    const goesOn = state === "approved" ? yield* isApprovalValid(waiting.value) : state !== "expired"
    if (goesOn) return waiting.value
    yield* expire(waiting.value)
  }
  const input = { ...request.params, ...request.query, ...request.payload }
  const made = yield* consents.propose({
    ...called,
    summary: yield* callSummary(operation, input as never),
    input: shown(request),
    request: JSON.stringify(request),
    actor,
    session: session ?? null,
    request_id: yield* RequestId
  })
  /* Somebody else proposed it between the two; now it can be seen. */
  if (Option.isNone(made)) return Option.getOrThrow(yield* consents.waiting(called))
  const consent = made.value
  yield* consents.setRun(consent.id, yield* ConsentTimer.start({ consent_id: consent.id, expires_at: consent.expires_at }))
  yield* recordChange(consentChange(null, consent, "consent.requested"))
  return consent
})

/** The consent that a call waits for, made now if there is none, in a transaction of its own; and where a person agrees to it. */
const propose = (call: Call) =>
  Receipted.use(({ write }) =>
    write(
      { verb: "request_consent", payloadHash: call.payloadHash },
      Effect.all({ row: proposed(call), approve_on: approvalPlace(call.operation.name) })
    ))

const words = (verb: string, { livemode, state }: ConsentRow, shared: boolean) => {
  const said = state === "approved"
    ? `${verb} was approved: send the confirmation as X-Service-Confirmation. Nothing was changed.`
    : `${verb} needs a person's confirmation. Nothing was changed.`
  return shared && !livemode ? `${said} ${CHANGES_REAL_RECORDS}` : said
}

/** Refuses a call until a person agrees; says where that is done. */
export const ask = Effect.fnUntraced(function*(call: Call) {
  const { approve_on, row } = yield* propose(call)
  const { approve_url, expires_at, id, page_url, preview_url, shared, state, summary, undo } = yield* consentView(row)
  return yield* new ConfirmationRequired({
    message: words(call.operation.name, row, shared),
    consent: { id, state, summary, preview_url, approve_url, ...page_url !== undefined && { page_url }, approve_on, undo, shared, expires_at }
  })
})
