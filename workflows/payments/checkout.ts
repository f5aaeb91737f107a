import { Effect, Option, Schema } from "effect"
import { Contacts } from "#layers/crm/contacts"
import { PaymentLinks } from "#layers/payments/links"
import { Timestamp } from "#schemas/kernel/time"
import { PaymentId } from "#schemas/payments/payment"
import { durable, sleepUntil, step, stepKey, write } from "../durable.ts"
import { found, IntentAnswer, Passing, provider, type Refusal, refused, retriesOf, subject } from "./asking.ts"
import { letGo, watched } from "./charge.ts"
import { payBase } from "./links.ts"
import { receiptName } from "./link-receipts.ts"
import { settle } from "./settle.ts"

/** What receipts say was done. */
export const PAYING = "pay_payment_link"

/** Opens the provider's own page for a payment by a link, and waits for what the payer does there. */
export const Checkout = durable({ name: "payments.checkout", version: 1, payload: { payment_id: PaymentId } })

/** Closes that page when the link expires. */
export const CheckoutEnd = durable({ name: "payments.checkout_end", version: 1, payload: { payment_id: PaymentId, at: Timestamp } })

/** Does what the payer of a simulated payment would do with their bank. */
export const Authenticating = durable({
  name: "payments.authenticate", version: 1, payload: { payment_id: PaymentId, confirmed: Schema.Boolean }
})

const email = Effect.fnUntraced(function*(contact_id: number | null) {
  if (contact_id === null) return undefined
  const contact = yield* Contacts.use((contacts) => contacts.find(contact_id))
  return Option.getOrUndefined(contact)?.email ?? undefined
})

/** Nothing can be charged before the payer has seen the page, so that every failure of this is the end of the payment. */
const opened = Effect.fnUntraced(function*(id: PaymentId) {
  const key = yield* stepKey("open")
  return yield* step("open", { success: IntentAnswer, error: Passing, retries: retriesOf(false) }, Effect.gen(function*() {
    const { amount, contact_id, currency, description, order_id, payment_link_id } = yield* subject(id)
    const tokens = yield* PaymentLinks.use((links) => links.tokens([payment_link_id!]))
    const page = `${yield* payBase}/${tokens.get(payment_link_id!)}`
    const payer = yield* email(contact_id)
    return found(yield* (yield* provider).checkout({
      amount, currency, description: description ?? `Payment ${id}`,
      ...payer !== undefined && { email: payer },
      metadata: { payment_id: String(id), ...order_id !== null && { order_id: String(order_id) } },
      doneAt: `${page}/receipt/${yield* receiptName(id)}?returned=1`, leftAt: page
    }, key))
  }).pipe(Effect.catchTags({ ProviderDeclined: refused, ProviderInvalidRequest: refused }))).pipe(Effect.catch(refused))
})

/** The page is closed when the link expires. */
const ending = Effect.fnUntraced(function*(id: PaymentId) {
  const { payment_link_id, state } = yield* subject(id)
  const { expires_at } = yield* Effect.orDie((yield* PaymentLinks).get(payment_link_id!))
  if (state === "requires_action" && expires_at !== null) yield* CheckoutEnd.start({ payment_id: id, at: expires_at })
})

export const CheckoutProgram = Checkout.program(Effect.fnUntraced(function*({ payment_id }) {
  const answer = yield* opened(payment_id)
  yield* write("settle", { verb: PAYING }, Effect.andThen(settle(payment_id, answer), ending(payment_id)))
  if (answer.found !== null) yield* watched(payment_id, PAYING, answer.found)
}))

const expired: Refusal = { code: "link_expired", message: "The payment link expired before it was paid." }
const unconfirmed: Refusal = { code: "authentication_failed", message: "The customer did not confirm it." }

export const CheckoutEndProgram = CheckoutEnd.program(Effect.fnUntraced(function*({ at, payment_id }) {
  yield* sleepUntil("expiry", at)
  if ((yield* subject(payment_id)).state !== "requires_action") return
  const answer = yield* letGo(payment_id, expired)
  if (answer !== undefined) yield* write("settle", { verb: PAYING }, settle(payment_id, answer))
}))

export const AuthenticatingProgram = Authenticating.program(Effect.fnUntraced(function*({ confirmed, payment_id }) {
  const key = yield* stepKey("confirm")
  const answer = confirmed
    ? yield* step("confirm", { success: IntentAnswer, error: Passing, retries: retriesOf(true) }, Effect.gen(function*() {
      const { intent } = yield* subject(payment_id)
      return found(yield* (yield* provider).confirm(intent!, {}, key))
    }).pipe(Effect.catchTags({ ProviderDeclined: refused, ProviderInvalidRequest: refused }))).pipe(Effect.catch(refused))
    : yield* letGo(payment_id, unconfirmed)
  if (answer !== undefined) yield* write("settle", { verb: PAYING }, settle(payment_id, answer))
}))
