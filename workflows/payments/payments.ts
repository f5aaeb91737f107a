import { Effect, Option } from "effect"
import { Contacts } from "#layers/crm/contacts"
import { answerLater, readUntil } from "#layers/kernel/answer-later"
import { getOrFail } from "#layers/kernel/get-or-fail"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { PaymentMethods } from "#layers/payments/methods"
import { Orders } from "#layers/payments/orders"
import { PaymentRecords } from "#layers/payments/payments"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import type { PaymentId } from "#schemas/payments/payment"
import type * as api from "#schemas/payments/payments.api"
import { chosenProvider } from "./asking.ts"
import { Capturing, Charge } from "./charge.ts"
import { refuse } from "./costs.ts"

type Asked = Input<typeof api.create_payment>

export const list_payments = (query: Input<typeof api.list_payments>) => PaymentRecords.use((payments) => payments.page(query))

export const get_payment = ({ id }: Input<typeof api.get_payment>) => PaymentRecords.use((payments) => payments.get(id))

/** The answer waits until the provider has told what became of a payment. */
const awaited = (id: PaymentId) =>
  PaymentRecords.use((payments) => answerLater(readUntil(payments.find(id), (found) => Option.isNone(found) || found.value.state !== "processing")))

/** What is paid: an order, of which so much is left, or an amount of a contact. */
const due = Effect.fnUntraced(function*({ amount, contact_id, currency, order_id }: Asked) {
  const orders = yield* Orders
  if (order_id === undefined) {
    if (contact_id === undefined) return yield* refuse("contact_id", "a payment needs a contact or an order", null)
    if (amount === undefined) return yield* refuse("amount", "a payment without an order needs an amount", null)
    yield* getOrFail("contact")((yield* Contacts).find(contact_id))
    return { contact_id, order_id: null, amount, currency: currency ?? orders.currency }
  }
  const order = yield* orders.get(order_id, { lock: true })
  if (contact_id !== undefined && contact_id !== order.contact_id) return yield* refuse("contact_id", "the order is another contact's", contact_id)
  if (currency !== undefined && currency !== order.currency) return yield* refuse("currency", `the order is in ${order.currency}`, currency)
  if (order.state === "cancelled") return yield* new Conflict({ message: "The order is cancelled." })
  const { promised_amount } = yield* orders.internal(order_id)
  const left = order.amount - order.paid_amount - promised_amount
  const wanted = amount ?? left
  if (wanted === 0 || wanted > left) {
    return yield* new Conflict({
      message: left === 0 ? "Nothing of the order is left to pay." : `Of the order, ${left} is left to pay.`,
      details: [{ field: "amount", error: `more than ${left}, which is left`, received: amount ?? null }]
    })
  }
  yield* orders.promise(order_id, wanted)
  return { contact_id: order.contact_id, order_id, amount: wanted, currency: order.currency }
})

/** What is charged, by the provider's names. */
const charged = Effect.fnUntraced(function*({ payment_method, payment_method_id }: Asked, contact_id: number | null) {
  if ((payment_method === undefined) === (payment_method_id === undefined)) {
    return yield* refuse("payment_method", "a payment needs either a saved method (`payment_method_id`) or a token of the provider", null)
  }
  if (payment_method_id === undefined) return { token: payment_method, payment_method_id: null, customer: null }
  const methods = yield* PaymentMethods
  const method = yield* getOrFail("payment method")(
    Effect.map(methods.find(payment_method_id), Option.filter((method) => method.contact_id !== null && method.contact_id === contact_id)))
  if (method.state !== "active") return yield* new Conflict({ message: `The payment method cannot be charged: it is ${method.state}.` })
  const { customer, token } = yield* methods.internal(payment_method_id)
  return { token, payment_method_id, customer }
})

export const create_payment = Effect.fnUntraced(function*(asked: Asked) {
  const payments = yield* PaymentRecords
  const { mode } = yield* Caller
  const by = yield* chosenProvider
  const { amount, ...paid } = yield* due(asked)
  const made = yield* payments.create({
    ...paid, ...by, ...yield* charged(asked, paid.contact_id), amount, capture_amount: asked.capture ? amount : null,
    description: asked.description, livemode: mode === "live"
  }, { noted: false })
  yield* recordChange({ object: "payment", id: made.id, before: null, after: made, moves: { amount, currency: made.currency } })
  yield* Charge.start({ payment_id: made.id }, { key: `payment ${made.id}` })
  yield* awaited(made.id)
  return made
})

export const capture_payment = Effect.fnUntraced(function*({ amount, id }: Input<typeof api.capture_payment>) {
  const payments = yield* PaymentRecords
  const before = yield* payments.get(id, { lock: true })
  const { state } = before
  const wanted = amount ?? before.amount
  if (state === "succeeded" && (amount === undefined || before.captured_amount === amount)) return before
  const kept = yield* payments.internal(id)
  if (state === "processing" && kept.held !== null && kept.capture_amount === wanted) {
    yield* awaited(id)
    return before
  }
  if (state !== "authorized") return yield* new Conflict({ message: `Only an authorized payment can be captured; this one is ${state}.` })
  if (wanted > before.amount) return yield* refuse("amount", `it is more than ${before.amount}, which was authorized`, wanted)
  const after = yield* payments.update(before, { state: "processing", capture_amount: wanted }, { noted: false })
  yield* recordChange({ object: "payment", id, before, after, moves: { amount: wanted, currency: before.currency } })
  yield* Capturing.start({ payment_id: id })
  yield* awaited(id)
  return after
})
