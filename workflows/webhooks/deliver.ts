import { Clock, Effect, Option, Random } from "effect"
import { HttpTraceContext } from "effect/http"
import { chatAt, lineOf } from "#layers/integrations/team-chats"
import { ServiceConfig } from "#layers/kernel/config"
import type { Claimed, Settled } from "#layers/webhooks/queue"
import { Sender } from "#layers/webhooks/sender"
import type { Signed } from "#layers/webhooks/signing"
import { type AttemptResult, stateAfter } from "#schemas/webhooks/schedule"
import { envelopeOf, headersOf } from "./message.ts"

/** The event as it goes over the wire, the same on every attempt; its data is JSON already. */
export const bodyOf = (delivery: Claimed): string => `${JSON.stringify(envelopeOf(delivery)).slice(0, -1)},"data":${delivery.data}}`

const headersOfDelivery = (delivery: Claimed, signed: Signed, body: string, now: number) => ({
  ...headersOf(envelopeOf(delivery), signed, body, now),
  "x-service-delivery": String(delivery.id),
  ...delivery.cause === "replay" && { "x-service-replay": "true" }
})

/** So that the receiver's trace goes on from ours (https://www.w3.org/TR/trace-context/); nothing where none is made. */
const traceHeaders = Effect.map(Effect.option(Effect.currentSpan), (span) =>
  Option.isSome(span) && span.value.sampled ? { traceparent: HttpTraceContext.toHeaders(span.value)["traceparent"]! } : {})

const GONE = 410
const LIMITED = 429
const PATIENCE_MS = 2_000

const UNSIGNED = "The secret of this webhook cannot be read here: it was sealed with another SECRET_KEY. Rotate it."

/**
 * One step of the walk through the schedule: an attempt, and where the delivery stands after it. Whatever the endpoint does is
 * an outcome; nothing fails.
 */
export const attempt = Effect.fnUntraced(function*(delivery: Claimed) {
  const { webhookTimeScale } = yield* ServiceConfig
  const sender = yield* Sender
  const began = yield* Clock.currentTimeMillis
  const { signed, url, webhook_id } = delivery
  const chat = chatAt(url)
  const body = chat === undefined ? bodyOf(delivery) : JSON.stringify(chat(lineOf(delivery)))
  const outcome: AttemptResult = signed === undefined
    ? { status: null, error: UNSIGNED, answer: null, retryAfter: undefined, latencyMs: 0 }
    : yield* sender.post(chat === undefined
      ? { webhook_id, url, headers: { ...headersOfDelivery(delivery, signed, body, began), ...yield* traceHeaders }, body }
      : { webhook_id, url: signed.secret, headers: { "content-type": "application/json" }, body })

  const { answer, error, latencyMs, status } = outcome
  const gone = status === GONE
  const position = delivery.position + 1
  const state = gone
    ? { status: "failed" as const, position }
    /* A team chat that asks for patience takes the message soon: that is no failed attempt. */
    : chat !== undefined && status === LIMITED
    ? { status: "pending" as const, position: delivery.position, wait: outcome.retryAfter ?? PATIENCE_MS }
    : stateAfter(position, outcome, yield* Random.next, webhookTimeScale)
  const wait = state.status === "pending" ? state.wait : undefined
  const now = yield* Clock.currentTimeMillis
  const settled: Settled = {
    company_id: delivery.company_id,
    id: delivery.id,
    claim: delivery.claim,
    status: state.status,
    position,
    next_attempt_at: wait === undefined ? null : new Date(now + wait).toISOString(),
    succeeded: error === null,
    gone,
    attempt: { at: new Date(began).toISOString(), status, latency_ms: latencyMs, error },
    answer
  }
  return { settled, wait, outcome }
}, (effect, { id, kind, webhook_id }) => Effect.withSpan(effect, "webhook.deliver", { kind: "client", root: true, attributes: { delivery: id, event: kind, webhook: webhook_id } }))
