import { Effect, Option } from "effect"
import { answerLater, readUntil } from "#layers/kernel/answer-later"
import { getOrFail } from "#layers/kernel/get-or-fail"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { PaymentMethods } from "#layers/payments/methods"
import { PaymentRecords } from "#layers/payments/payments"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import type { PaymentId } from "#schemas/payments/payment"
import type * as api from "#schemas/payments/payments.api"
import { chosenProvider } from "./asking.ts"
import { Capturing, Charge } from "./charge.ts"
import { refuse } from "./costs.ts"
import { due } from "./due.ts"

type Asked = Input<typeof api.create_payment>

export const list_payments = (query: Input<typeof api.list_payments>) => PaymentRecords.use((payments) => payments.page(query))

export const get_payment = ({ id }: Input<typeof api.get_payment>) => PaymentRecords.use((payments) => payments.get(id))

/** The answer waits until the provider has told what became of a payment. */
const awaited = (id: PaymentId) =>
  PaymentRecords.use((payments) => answerLater(readUntil(payments.find(id), (found) => Option.isNone(found) || found.value.state !== "processing")))

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

/** The row of a payment, which a run then charges. */
export const preparePayment = Effect.fnUntraced(function*(asked: Asked) {
  const payments = yield* PaymentRecords
  const by = yield* chosenProvider
  const { amount, ...paid } = yield* due(asked)
  const made = yield* payments.create({
    ...paid, ...by, ...yield* charged(asked, paid.contact_id), amount, capture_amount: asked.capture ? amount : null,
    description: asked.description
  }, { noted: false })
  yield* recordChange({ object: "payment", id: made.id, before: null, after: made, moves: { amount, currency: made.currency } })
  return made
})

export const create_payment = Effect.fnUntraced(function*(asked: Asked) {
  const made = yield* preparePayment(asked)
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
