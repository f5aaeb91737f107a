import { Effect, Schema } from "effect"
import { Activity } from "effect/workflow"
import { PaymentRecords } from "#layers/payments/payments"
import type { PaymentIntent } from "#layers/providers/payment/provider"
import { asksForFault } from "#layers/providers/simulated-faults"
import { Caller } from "#schemas/kernel/tenancy"
import { PaymentId } from "#schemas/payments/payment"
import { durable, sleep, step, stepKey, write } from "../durable.ts"
import { delayAfter } from "../retries.ts"
import {
  found, IntentAnswer, longRetriesOf, Passing, provider, type Refusal, refusalOf, refused, retriesOf, type Subject, subject
} from "./asking.ts"
import { settle } from "./settle.ts"

/** Charges or authorizes a payment, once its row is there. */
export const Charge = durable({
  name: "payments.charge", version: 1, payload: { payment_id: PaymentId }, searchAttributes: { payment_id: { type: "number", from: ({ payment_id }) => payment_id } }
})

/** Takes what was authorized. */
export const Capturing = durable({ name: "payments.capture", version: 1, payload: { payment_id: PaymentId } })

/** Lets go what was authorized, or waits for the customer. */
export const Canceling = durable({ name: "payments.cancel", version: 1, payload: { payment_id: PaymentId } })

const isTest = Effect.map(Caller, ({ mode }) => mode === "test")

const intentOf = ({ amount, capture_amount, currency, customer, description, id, invoice_id, order_id, token }: Subject) => ({
  amount, currency, capture: capture_amount !== null, confirm: false,
  ...token !== null && { method: token },
  ...customer !== null && { customer },
  ...description !== null && { description },
  metadata: { payment_id: String(id), ...order_id !== null && { order_id: String(order_id) }, ...invoice_id !== null && { invoice_id: String(invoice_id) } }
})

/** Nothing can be charged before it is confirmed, so that every failure of this is the end of the payment. */
const created = Effect.fnUntraced(function*(id: PaymentId, made: () => void) {
  const key = yield* stepKey("create")
  return yield* step("create", { success: IntentAnswer, error: Passing, retries: retriesOf(yield* isTest) }, Effect.gen(function*() {
    return yield* (yield* provider).create(intentOf(yield* subject(id)), key).pipe(
      Effect.map((intent) => {
        made()
        return found(intent)
      }),
      Effect.catchTags({ ProviderDeclined: refused, ProviderInvalidRequest: refused })
    )
  })).pipe(Effect.catch(refused))
})

/**
 * The simulator answers from memory, so that what it says is written in the step that asks it, and two years of a subscription take seconds.
 * Where it was asked to fail, or to take its time, it is asked step by step, like any provider.
 */
const simulated = Effect.fnUntraced(function*(id: PaymentId, verb: string) {
  const key = yield* stepKey("create")
  return yield* write("charge", { verb, success: Schema.NullOr(IntentAnswer) }, Effect.gen(function*() {
    const { confirm, create, simulated } = yield* Effect.orDie(provider)
    const asked = yield* subject(id)
    if (!simulated || asksForFault(asked.token ?? "")) return null
    const answer = yield* create(intentOf(asked), key).pipe(
      Effect.flatMap((intent) => confirm(intent.id, {}, key)),
      Effect.map(found),
      Effect.catch(refused)
    )
    yield* settle(id, answer)
    return answer
  }))
})

/** What the provider has now, with what it said no to. */
const foundAfter = (id: string) => (error: { readonly message: string; readonly reason?: string }) =>
  Effect.map(
    Effect.flatMap(provider, (provider) => provider.find(id)),
    (intent) => ({ found: intent, refusal: refusalOf(error) })
  )

/** Lets go whatever was not charged, and answers with what the provider has in the end; nothing where that cannot be known. */
export const letGo = Effect.fnUntraced(function*(id: PaymentId, refusal: Refusal | null) {
  const key = yield* stepKey("cancel")
  return yield* step("cancel", { success: IntentAnswer, error: Passing, retries: longRetriesOf(yield* isTest) }, Effect.gen(function*() {
    const { intent } = yield* subject(id)
    const { cancel, find } = yield* provider
    const before = yield* find(intent!)
    if (before.status === "succeeded" || before.status === "canceled") return { found: before, refusal }
    const after = yield* Effect.catchTag(cancel(before.id, key), "ProviderInvalidRequest", () => find(before.id))
    return { found: after, refusal }
  }).pipe(Effect.catchTags({ ProviderDeclined: refused, ProviderInvalidRequest: refused }))).pipe(
    Effect.catch((error) => Effect.as(Effect.logError("it is not known what became of a payment", error), undefined))
  )
})

/**
 * Confirms an intent. The provider is asked first whenever it may have been confirmed before: after a failure whose outcome is not
 * known, and where the run goes on after a crash (`isFirst` is false).
 */
const confirmed = Effect.fnUntraced(function*(id: PaymentId, intent: string, isFirst: () => boolean) {
  const key = yield* stepKey("confirm")
  return yield* step("confirm", { success: IntentAnswer, error: Passing, retries: retriesOf(yield* isTest) }, Effect.gen(function*() {
    const { confirm, find } = yield* provider
    if (!isFirst() || (yield* Activity.CurrentAttempt) > 1) {
      const before = yield* find(intent)
      if (before.status !== "requires_confirmation") return found(before)
    }
    return yield* confirm(intent, {}, key).pipe(
      Effect.map(found),
      Effect.catchTags({ ProviderDeclined: refused, ProviderInvalidRequest: foundAfter(intent) })
    )
  }).pipe(Effect.catchTags({ ProviderDeclined: refused, ProviderInvalidRequest: refused }))).pipe(
    /* What cannot even be confirmed would wait for that for ever. */
    Effect.flatMap((answer) => answer.found?.status === "requires_confirmation" ? letGo(id, answer.refusal) : Effect.succeed(answer)),
    Effect.catch((error) => letGo(id, refusalOf(error)))
  )
})

/** Looks at what the bank or the customer still has to do: about a day for a customer, two weeks for a bank. */
const LOOKS = 60
const LOOKS_FOR_CUSTOMER = 12

const expired: Refusal = { code: "authentication_expired", message: "The customer did not confirm it within a day." }

const isOpen = ({ status }: PaymentIntent) => status === "requires_action" || status === "processing"

/** Waits for whoever else has to act, until the payment ended. */
export const watched = Effect.fnUntraced(function*(id: PaymentId, verb: string, intent: PaymentIntent) {
  let last = intent
  for (let round = 1; isOpen(last) && round <= LOOKS; round++) {
    if (last.status === "requires_action" && round > LOOKS_FOR_CUSTOMER) {
      const answer = yield* letGo(id, expired)
      if (answer !== undefined) yield* write("settle expired", { verb }, settle(id, answer))
      return
    }
    yield* sleep(`wait ${round}`, delayAfter({ attempts: LOOKS, first: "1 minute", most: "6 hours" }, round))
    const answer: IntentAnswer = yield* step(`look ${round}`, { success: IntentAnswer, error: Passing, retries: retriesOf(yield* isTest) }, Effect.gen(function*() {
      const { intent, state } = yield* subject(id)
      /* An event of the provider was faster. */
      if (state !== "processing" && state !== "requires_action") return { found: null, refusal: null }
      return found(yield* (yield* provider).find(intent!))
    }).pipe(Effect.catchTags({ ProviderDeclined: refused, ProviderInvalidRequest: refused }))).pipe(Effect.catch(() => Effect.succeed(found(last))))
    if (answer.found === null) return
    last = answer.found
    yield* write(`settle ${round}`, { verb }, settle(id, answer))
  }
})

/** Charges a payment within a run, and writes what became of it; answers with what the provider has then, if anything. */
export const charge = Effect.fnUntraced(function*(payment_id: PaymentId, verb: string) {
  const simply = (yield* isTest) ? yield* simulated(payment_id, verb) : null
  if (simply !== null) return simply.found ?? undefined
  let first = false
  const intent = yield* created(payment_id, () => {
    first = true
  })
  const made = intent.found
  if (made === null) return void (yield* write("settle", { verb }, settle(payment_id, intent)))
  yield* write("keep", { verb }, PaymentRecords.use((payments) =>
    Effect.flatMap(payments.internal(payment_id), (kept) => payments.setInternal(payment_id, { ...kept, intent: made.id }))))
  const answer = yield* confirmed(payment_id, made.id, () => first)
  if (answer === undefined) return made
  yield* write("settle", { verb }, settle(payment_id, answer))
  return answer.found ?? undefined
})

export const ChargeProgram = Charge.program(Effect.fnUntraced(function*({ payment_id }) {
  const found = yield* charge(payment_id, "create_payment")
  if (found !== undefined) yield* watched(payment_id, "create_payment", found)
}))

export const CapturingProgram = Capturing.program(Effect.fnUntraced(function*({ payment_id }) {
  const verb = "capture_payment"
  const key = yield* stepKey("capture")
  const test = yield* isTest
  const capture = Effect.gen(function*() {
    const { amount, capture_amount, intent } = yield* subject(payment_id)
    const how = capture_amount === null || capture_amount === amount ? {} : { amount: capture_amount }
    const { capture, find } = yield* provider
    if ((yield* Activity.CurrentAttempt) > 1) {
      const before = yield* find(intent!)
      if (before.status !== "requires_capture") return found(before)
    }
    return yield* Effect.map(capture(intent!, how, key), found).pipe(
      Effect.catchTags({ ProviderDeclined: foundAfter(intent!), ProviderInvalidRequest: foundAfter(intent!) })
    )
  }).pipe(Effect.catchTags({ ProviderDeclined: refused, ProviderInvalidRequest: refused }))
  const answer = yield* step("capture", { success: IntentAnswer, error: Passing, retries: retriesOf(test) }, capture).pipe(
    /* It is authorized still, or it was taken: that alone tells. */
    Effect.catch((error) =>
      step("ask", { success: IntentAnswer, error: Passing, retries: longRetriesOf(test) }, Effect.gen(function*() {
        const { intent } = yield* subject(payment_id)
        return { found: yield* (yield* provider).find(intent!), refusal: refusalOf(error) }
      }).pipe(Effect.catchTags({ ProviderDeclined: refused, ProviderInvalidRequest: refused })))),
    Effect.catch((error) => Effect.as(Effect.logError("it is not known whether a payment was captured", error), undefined))
  )
  if (answer === undefined) return
  yield* write("settle", { verb }, settle(payment_id, answer))
  if (answer.found !== null) yield* watched(payment_id, verb, answer.found)
}))

export const CancelingProgram = Canceling.program(Effect.fnUntraced(function*({ payment_id }) {
  const answer = yield* letGo(payment_id, null)
  if (answer !== undefined) yield* write("settle", { verb: "cancel_order" }, settle(payment_id, answer))
}))
