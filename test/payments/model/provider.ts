import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { stripeSignature } from "../../providers/stripe-server.ts"
import { send, STRIPE_SIGNING } from "../../support/test-server.ts"
import { sendForm, visit } from "../paying-by-link.ts"
import type { Turn } from "./operations.ts"
import { isLive, Stripe } from "./state.ts"

let events = 0

/** Stripe tells something: twice now and then, as it does. */
const tell = Effect.fnUntraced(function*(type: string, object: object, twice = false) {
  const body = JSON.stringify({ id: `evt_${++events}`, type, created: 1, livemode: true, data: { object } })
  const signature = stripeSignature(STRIPE_SIGNING, body, Math.floor(Date.now() / 1_000))
  const told = send("/gateway/inbound/stripe", { method: "POST", body, headers: { "content-type": "application/json", "stripe-signature": signature } })
  for (const { status, text } of twice ? yield* Effect.all([told, told], { concurrency: 2 }) : [yield* told]) assert.strictEqual(status, 202, text)
})

/** What Stripe has of a payment. */
const intentOf = (payment: number) =>
  Stripe.use(({ intents }) => Effect.sync(() => [...intents.values()].find(({ metadata }) => metadata["payment_id"] === String(payment))))

/** Somebody confirms a payment with their bank, or does not. */
export const heard = Effect.fnUntraced(function*({ book, how, some }: Turn) {
  if (!isLive(book)) return
  const payment = some("payment", ({ state }) => state === "requires_action")
  const intent = payment && (yield* intentOf(payment.id))
  if (intent === undefined || intent.status !== "requires_action") return
  const isHeld = intent.capture_method === "manual"
  if (how % 3 > 0) Object.assign(intent, isHeld ? { status: "requires_capture" } : { status: "succeeded", amount_received: intent.amount }, { charges: 1 })
  else Object.assign(intent, { status: "requires_payment_method", last_payment_error: { type: "card_error", code: "authentication_failed", message: "No." } })
  yield* tell(how % 3 === 0 ? "payment_intent.payment_failed" : isHeld ? "payment_intent.amount_capturable_updated" : "payment_intent.succeeded",
    { id: intent.id }, how % 5 === 0)
})

/** A bank takes money back, and gives it back or not. */
export const disputed = Effect.fnUntraced(function*({ amount, book, how, some, world: { disputes } }: Turn) {
  if (!isLive(book)) return
  const open = disputes.open.get(book) ?? []
  disputes.open.set(book, open)
  const closing = how % 2 === 0 ? open.splice(how % (open.length || 1), 1)[0] : undefined
  if (closing !== undefined) return yield* tell("charge.dispute.closed", { ...closing, status: how % 3 === 0 ? "lost" : "won" }, how % 5 === 0)
  const payment = some("payment", ({ state }) => state === "succeeded")
  const intent = payment && (yield* intentOf(payment.id))
  if (intent === undefined) return
  const dispute = { id: `dp_${++disputes.count}`, payment_intent: intent.id, amount: 1 + amount % intent.amount_received, reason: "fraudulent", status: "needs_response" }
  yield* tell("charge.dispute.created", dispute, how % 5 === 0)
  open.push(dispute)
})

/** What Stripe says was given back of a payment in all. */
const toldRefunded = Effect.fnUntraced(function*(payment: number) {
  const intent = yield* intentOf(payment)
  yield* tell("charge.refunded", { id: `ch_${payment}`, payment_intent: intent!.id, amount_refunded: intent!.refunded })
})

/** Somebody refunds a payment with Stripe, not with us. */
export const refundedElsewhere = Effect.fnUntraced(function*({ amount, book, some, world: { elsewhere } }: Turn) {
  if (!isLive(book)) return
  const payment = some("payment", ({ state }) => state === "succeeded")
  const intent = payment && (yield* intentOf(payment.id))
  if (intent === undefined || intent.refunded === intent.amount_received) return
  intent.refunded += 1 + amount % (intent.amount_received - intent.refunded)
  elsewhere.add(payment!.id)
  yield* toldRefunded(payment!.id)
})

/** Stripe tells of each refund: the last time when no other is under way. */
export const allRefundsTold = (payments: Iterable<number>) => Effect.forEach(payments, toldRefunded, { discard: true })

/** Somebody pays on the page of a link: with a test card on our own page, and live on Stripe's. */
export const paidByLink = Effect.fnUntraced(function*({ book, how, some }: Turn, card: string) {
  const link = some("link", ({ active }) => active)
  if (link === undefined) return
  const page = yield* visit(link["url"])
  const [, showing] = /name="showing" value="([\w-]{43})"/.exec(page.text) ?? []
  assert.include([200, 409, 410], page.status, page.text)
  if (showing === undefined) return
  const sent = yield* sendForm(link["url"], { showing, ...!isLive(book) && { card }, ...how % 3 === 0 && { email: `payer${how % 7}@x.example` } })
  assert.include([303, 409, 410], sent.status, sent.text)
  const receipt = sent.headers.get("location")
  if (receipt === null) return
  if (!isLive(book)) {
    if (card.includes("authentication")) yield* sendForm(new URL(receipt, link["url"]).href, { answer: how % 3 === 0 ? "refuse" : "confirm" })
    return
  }
  const { payOn, sessions } = yield* Stripe
  const { text } = yield* visit(new URL(receipt, link["url"]).href)
  const session = [...sessions.values()].find(({ status, url }) => status === "open" && url !== null && text.includes(url))
  if (session === undefined || how % 3 === 0) return
  const payment_intent = payOn(session.id)
  yield* tell("checkout.session.completed", { id: session.id, payment_intent }, how % 5 === 0)
})
