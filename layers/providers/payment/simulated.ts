import { hash } from "node:crypto"
import { Effect, Option, Schema } from "effect"
import { ProviderInvalidRequest } from "../errors.ts"
import { asTold, failAs } from "../simulated-faults.ts"
import type { PaymentIntent, PaymentProvider } from "./provider.ts"

/** The codes with which Stripe's test cards are declined, by the token of the card. */
const declined: Readonly<Record<string, string>> = {
  pm_card_chargeDeclined: "generic_decline",
  pm_card_visa_chargeDeclined: "generic_decline",
  pm_card_chargeDeclinedInsufficientFunds: "insufficient_funds",
  pm_card_visa_chargeDeclinedInsufficientFunds: "insufficient_funds",
  pm_card_chargeDeclinedExpiredCard: "expired_card",
  pm_card_chargeDeclinedIncorrectCvc: "incorrect_cvc",
  pm_card_chargeDeclinedProcessingError: "processing_error",
  pm_card_visa_chargeDeclinedLostCard: "lost_card",
  pm_card_visa_chargeDeclinedStolenCard: "stolen_card",
  pm_card_chargeDeclinedFraudulent: "fraudulent"
}
/** Cards that can be saved and are then declined whenever they are charged. */
const declinedLater: Readonly<Record<string, string>> = { pm_card_chargeCustomerFail: "generic_decline" }

/** Kind and last digits of Stripe's test cards, by the token of the card. */
const cards: Readonly<Record<string, readonly [brand: string, last4: string]>> = {
  pm_card_visa: ["visa", "4242"],
  pm_card_visa_debit: ["visa", "5556"],
  pm_card_mastercard: ["mastercard", "4444"],
  pm_card_amex: ["amex", "8431"],
  pm_card_discover: ["discover", "9424"],
  pm_card_authenticationRequired: ["visa", "3184"],
  pm_card_chargeCustomerFail: ["visa", "0341"]
}
const authenticating = new Set(["pm_card_authenticationRequired", "pm_card_threeDSecure2Required"])

/** What the id of a simulated payment holds: it is all that the simulator knows of it, on every process and after a restart. */
const Kept = Schema.Struct({
  amount: Schema.Int,
  currency: Schema.String,
  method: Schema.optionalKey(Schema.String),
  capture: Schema.Boolean,
  status: Schema.Literals(["requires_payment_method", "requires_confirmation", "requires_action", "requires_capture", "succeeded", "canceled"]),
  /** Of the key that made it, so that two payments of one amount have two ids. */
  mark: Schema.String
})
type Kept = typeof Kept.Type

const PREFIX = "pi_simulated_"
const REFUND = "re_simulated_"
const keptIn = Schema.decodeUnknownOption(Schema.fromJsonString(Kept))
const markOf = (key: string) => hash("sha256", key, "base64url").slice(0, 12)
const idOf = (prefix: string, kept: object) => prefix + Buffer.from(JSON.stringify(kept, Object.keys(kept).sort())).toString("base64url")

const intentOf = (kept: Kept, received = kept.status === "succeeded" ? kept.amount : 0): PaymentIntent => ({
  id: idOf(PREFIX, kept),
  status: kept.status,
  amount: kept.amount,
  amount_received: received,
  currency: kept.currency,
  action_url: kept.status === "requires_action" ? "https://simulated.invalid/authenticate" : null,
  failure: null
})

const read = (id: string, operation: string) =>
  Option.match(keptIn(id.startsWith(PREFIX) ? Buffer.from(id.slice(PREFIX.length), "base64url").toString() : ""), {
    onNone: () => failAs("invalid", operation, "resource_missing"),
    onSome: Effect.succeed
  })

const charged = Effect.fnUntraced(function*(kept: Kept, operation: string) {
  const { capture, method } = kept
  if (method === undefined) return intentOf({ ...kept, status: "requires_payment_method" })
  yield* asTold(method, operation)
  const code = declined[method] ?? declinedLater[method]
  if (code !== undefined) return yield* failAs("declined", operation, code)
  if (authenticating.has(method)) return intentOf({ ...kept, status: "requires_action" })
  return intentOf({ ...kept, status: capture ? "succeeded" : "requires_capture" })
})

const Refunded = Schema.Struct({ amount: Schema.Int, currency: Schema.String, mark: Schema.String })
const refundIn = Schema.decodeUnknownOption(Schema.fromJsonString(Refunded))
const refundOf = (kept: typeof Refunded.Type) =>
  ({ id: idOf(REFUND, kept), status: "succeeded", amount: kept.amount, currency: kept.currency }) as const

/**
 * Payments that move no money, for test keys and the demo: Stripe's test cards do as they do there, and `pm_simulated_unavailable` and the
 * others of `simulatedFaults` fail in the ways that a network can. The same key gives the same payment. An id changes with the
 * status, and what was captured or refunded before is not known here: the ledger bounds that.
 */
export const simulatedPayments: PaymentProvider = {
  name: "simulated",
  simulated: true,
  create: ({ amount, capture, confirm, currency, method }, key) => {
    const kept: Kept = {
      amount, currency: currency.toUpperCase(), capture, mark: markOf(key), ...method !== undefined && { method },
      status: method === undefined ? "requires_payment_method" : "requires_confirmation"
    }
    return confirm ? charged(kept, "create_payment") : Effect.succeed(intentOf(kept))
  },
  /* Whoever pays by simulation, or saves a card, chooses a test card on our own page. */
  checkout: () => failAs("invalid", "checkout", "simulated"),
  setup: () => failAs("invalid", "setup", "simulated"),
  findSetup: () => failAs("invalid", "find_setup", "simulated"),
  confirm: Effect.fnUntraced(function*(id, { method }) {
    const kept = yield* read(id, "confirm_payment")
    if (kept.status === "requires_action" && method === undefined) {
      return intentOf({ ...kept, status: kept.capture ? "succeeded" : "requires_capture" })
    }
    if (!["requires_payment_method", "requires_confirmation", "requires_action"].includes(kept.status)) {
      return yield* failAs("invalid", "confirm_payment", "payment_intent_unexpected_state")
    }
    return yield* charged({ ...kept, ...method !== undefined && { method } }, "confirm_payment")
  }),
  capture: Effect.fnUntraced(function*(id, { amount }) {
    const kept = yield* read(id, "capture_payment")
    if (kept.status !== "requires_capture") return yield* failAs("invalid", "capture_payment", "payment_intent_unexpected_state")
    if (amount !== undefined && amount > kept.amount) return yield* failAs("invalid", "capture_payment", "amount_too_large")
    return intentOf({ ...kept, status: "succeeded" }, amount)
  }),
  cancel: Effect.fnUntraced(function*(id) {
    const kept = yield* read(id, "cancel_payment")
    if (kept.status === "succeeded") return yield* failAs("invalid", "cancel_payment", "payment_intent_unexpected_state")
    return intentOf({ ...kept, status: "canceled" })
  }),
  find: (id) => Effect.map(read(id, "find_payment"), (kept) => intentOf(kept)),
  refund: Effect.fnUntraced(function*({ amount, intent }, key) {
    const kept = yield* read(intent, "refund_payment")
    if (kept.status !== "succeeded") return yield* failAs("invalid", "refund_payment", "charge_not_captured")
    if ((amount ?? 0) > kept.amount) return yield* failAs("invalid", "refund_payment", "amount_too_large")
    return refundOf({ amount: amount ?? kept.amount, currency: kept.currency, mark: markOf(key) })
  }),
  findRefund: (id) =>
    Option.match(refundIn(id.startsWith(REFUND) ? Buffer.from(id.slice(REFUND.length), "base64url").toString() : ""), {
      onNone: () => failAs("invalid", "find_refund", "resource_missing"),
      onSome: (kept) => Effect.succeed(refundOf(kept))
    }),
  save: Effect.fnUntraced(function*({ customer, token }, key) {
    yield* asTold(token, "save_method")
    const code = declined[token]
    if (code !== undefined) return yield* failAs("declined", "save_method", code)
    const [brand, last4] = cards[token] ?? ["visa", "4242"]
    return { token, customer: customer ?? `cus_simulated_${markOf(key)}`, brand, last4, exp_month: 12, exp_year: 2034 }
  }),
  forget: () => Effect.void,
  event: () =>
    Effect.fail(new ProviderInvalidRequest({
      provider: "simulated", operation: "receive_event", reason: "signature", message: "The simulator sends no events.", attempts: 0
    }))
}
