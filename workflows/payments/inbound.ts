import { Effect, Option, Schema } from "effect"
import { Receipted } from "#layers/agents/receipted"
import { anonymousCaller } from "#layers/auth/audit"
import { PaymentRecords } from "#layers/payments/payments"
import { ProviderEvents } from "#layers/payments/provider-events"
import { Payments } from "#layers/providers/payment/payments"
import type { ProviderEvent } from "#layers/providers/payment/provider"
import { payloadHash } from "#layers/workflows/runs"
import type { Input } from "#schemas/kernel/catalog"
import { Unauthorized } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import type * as api from "#schemas/payments/inbound.api"
import { PaymentId } from "#schemas/payments/payment"
import { durable, step, write } from "../durable.ts"
import { found, IntentAnswer, Passing, provider, refused, retriesOf, subject } from "./asking.ts"
import { noteDispute } from "./disputes.ts"
import { lockedBill } from "./bill.ts"
import { noteRefunded } from "./refunding.ts"
import { settle } from "./settle.ts"

/** Asks the provider how a payment stands, and writes that: an event may be older than what is known, the answer is not. */
export const Looking = durable({ name: "payments.look", version: 1, payload: { payment_id: PaymentId } })

export const LookingProgram = Looking.program(Effect.fnUntraced(function*({ payment_id }) {
  const answer = yield* step("look", { success: IntentAnswer, error: Passing, retries: retriesOf(false) }, Effect.gen(function*() {
    const { intent } = yield* subject(payment_id)
    return found(yield* (yield* provider).find(intent!))
  }).pipe(Effect.catchTags({ ProviderDeclined: refused, ProviderInvalidRequest: refused }))).pipe(
    Effect.catch(() => Effect.succeed({ found: null, refusal: null }))
  )
  if (answer.found !== null) yield* write("settle", { verb: "receive_payment_event" }, settle(payment_id, answer))
}))

/** What events are about, of what Stripe sends with them. */
const About = Schema.Struct({
  data: Schema.Struct({
    object: Schema.Struct({ id: Schema.String, payment_intent: Schema.optionalKey(Schema.NullOr(Schema.String)) })
  })
})
const aboutIn = Schema.decodeUnknownOption(Schema.fromJsonString(About))

const ChargeRefunded = Schema.Struct({ amount_refunded: Schema.Int })
const Disputed = Schema.Struct({
  id: Schema.String, amount: Schema.Int, status: Schema.String, reason: Schema.optionalKey(Schema.NullOr(Schema.String))
})

/** After these, the provider is asked how the payment stands. */
const moves: ReadonlySet<string> = new Set([
  "payment_intent.succeeded", "payment_intent.amount_capturable_updated", "payment_intent.payment_failed", "payment_intent.canceled",
  "checkout.session.completed", "checkout.session.async_payment_succeeded", "checkout.session.async_payment_failed", "checkout.session.expired"
])

/** Writes what an event tells of a payment. What its kind does not fit, and other kinds, change nothing. */
const note = Effect.fnUntraced(function*(payment_id: PaymentId, { data: { object }, type }: ProviderEvent) {
  if (moves.has(type)) {
    yield* Looking.start({ payment_id })
    return
  }
  const payments = yield* PaymentRecords
  const bill = yield* lockedBill(yield* Effect.orDie(payments.get(payment_id)))
  const payment = yield* Effect.orDie(payments.get(payment_id, { lock: true }))
  if (type === "charge.refunded") {
    const told = Schema.decodeUnknownOption(ChargeRefunded)(object)
    if (Option.isSome(told)) yield* noteRefunded(payment, bill, told.value.amount_refunded)
  }
  if (type === "charge.dispute.created" || type === "charge.dispute.closed") {
    const told = Schema.decodeUnknownOption(Disputed)(object)
    if (Option.isNone(told) || told.value.amount < 1) return
    const { amount, id: reference, reason = null, status } = told.value
    /* A bank only asks (`warning_needs_response`): it has taken nothing. */
    if (status.startsWith("warning_")) return
    const state = type === "charge.dispute.created" ? "open" : status === "lost" ? "lost" : "won"
    yield* noteDispute(payment, { reference, amount, reason, state })
  }
})

const accepted = { accepted: true } as const

const unsigned = (message: string) => new Unauthorized({ message })

export const receive_payment_event = Effect.fnUntraced(function*({ body: { bytes, headers } }: Input<typeof api.receive_payment_event>) {
  const events = yield* ProviderEvents
  const payments = yield* Payments
  const about = Option.map(aboutIn(new TextDecoder().decode(bytes)), ({ data: { object: { id, payment_intent } } }) => [id, ...payment_intent ? [payment_intent] : []])
  const payment = Option.isNone(about) || about.value.some((name) => name.includes("\0")) ? Option.none() : yield* events.about(about.value)
  const signature = headers["stripe-signature"]
  if (Option.isNone(payment)) {
    if (Option.isNone(payments.own)) return yield* unsigned("No payment provider is set up: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.")
    yield* Effect.mapError(payments.own.value.event(bytes, signature), ({ message }) => unsigned(message))
    return accepted
  }
  const { company_id, payment_id } = payment.value
  yield* Effect.gen(function*() {
    /* Whoever signed it must have the account that took the payment. */
    const account = yield* Effect.mapError(payments.of(true), ({ message }) => unsigned(message))
    const event = yield* Effect.mapError(account.event(bytes, signature), ({ message }) => unsigned(message))
    yield* Receipted.use((receipted) => receipted.write(
      { verb: "receive_payment_event", payloadHash: payloadHash({ id: event.id, type: event.type }) },
      Effect.gen(function*() {
        if (yield* events.isNew(account.name, event.id.replaceAll("\0", ""))) yield* note(payment_id, event)
      })
    ))
  }).pipe(Effect.provideService(Caller, anonymousCaller(company_id)))
  return accepted
})
