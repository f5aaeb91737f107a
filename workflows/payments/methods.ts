import { Effect, Option } from "effect"
import { Contacts } from "#layers/crm/contacts"
import { answerLater, readUntil } from "#layers/kernel/answer-later"
import { getOrFail } from "#layers/kernel/get-or-fail"
import { PaymentMethods } from "#layers/payments/methods"
import { SavedMethod } from "#layers/providers/payment/provider"
import type { Input } from "#schemas/kernel/catalog"
import { Caller } from "#schemas/kernel/tenancy"
import { PaymentMethodId } from "#schemas/payments/method"
import type * as api from "#schemas/payments/methods.api"
import { durable, step, stepKey, write } from "../durable.ts"
import { answerOf, chosenProvider, found, longRetriesOf, Passing, provider, refused, retriesOf } from "./asking.ts"

const Answer = answerOf(SavedMethod)

/** Has the provider keep a method, once its row is there. */
export const SaveMethod = durable({ name: "payments.save_method", version: 1, payload: { method_id: PaymentMethodId } })

/** Has the provider forget one. */
export const ForgetMethod = durable({ name: "payments.forget_method", version: 1, payload: { method_id: PaymentMethodId } })

export const list_payment_methods = (query: Input<typeof api.list_payment_methods>) => PaymentMethods.use((methods) => methods.page(query))

type Asked = Input<typeof api.add_payment_method>

export const add_payment_method = (asked: Asked) => added(asked, null)

/** `showing` names the page that asks for it: a second time it is the same method. */
export const added = Effect.fnUntraced(function*({ contact_id, payment_method }: Asked, showing: string | null) {
  const methods = yield* PaymentMethods
  const by = yield* chosenProvider
  yield* getOrFail("contact")((yield* Contacts).find(contact_id, { lock: showing !== null }))
  const earlier = showing === null ? Option.none() : yield* methods.ofShowing(contact_id, showing)
  if (Option.isSome(earlier)) return earlier.value
  const customer = yield* methods.customerOf(contact_id, by.provider)
  const made = yield* methods.create({ contact_id, token: payment_method, customer: customer ?? null, showing, ...by })
  yield* SaveMethod.start({ method_id: made.id }, { key: `payment method ${made.id}` })
  yield* answerLater(readUntil(methods.find(made.id), (found) => Option.isNone(found) || found.value.state !== "processing"))
  return made
})

export const remove_payment_method = Effect.fnUntraced(function*({ id }: Input<typeof api.remove_payment_method>) {
  const methods = yield* PaymentMethods
  const removed = yield* methods.remove(id)
  yield* ForgetMethod.start({ method_id: id })
  return removed
})

const settle = Effect.fnUntraced(function*(id: PaymentMethodId, { found, refusal }: typeof Answer.Type) {
  const methods = yield* PaymentMethods
  const before = yield* Effect.orDie(methods.get(id, { lock: true, deleted: true }))
  if (before.state !== "processing") return
  /* Without the contact, who was erased meanwhile, it is not kept. */
  yield* Effect.orDie(methods.update(before, found === null || before.contact_id === null
    ? { state: "failed", token: null, failure_code: refusal?.code ?? "declined", failure_message: refusal?.message ?? "It was not saved." }
    : { state: "active", ...found }))
})

const isTest = Effect.map(Caller, ({ mode }) => mode === "test")

export const SaveMethodProgram = SaveMethod.program(Effect.fnUntraced(function*({ method_id }) {
  const key = yield* stepKey("save")
  const answer = yield* step("save", { success: Answer, error: Passing, retries: retriesOf(yield* isTest) }, Effect.gen(function*() {
    const { customer, token } = yield* PaymentMethods.use((methods) => methods.internal(method_id))
    if (token === null) return { found: null, refusal: { code: "erased", message: "It was erased before it was saved." } }
    return yield* (yield* provider).save({ token, ...customer !== null && { customer } }, key).pipe(
      Effect.map(found),
      Effect.catchTags({ ProviderDeclined: refused, ProviderInvalidRequest: refused })
    )
  })).pipe(Effect.catch(refused))
  yield* write("settle", { verb: "add_payment_method" }, settle(method_id, answer))
}))

export const ForgetMethodProgram = ForgetMethod.program(Effect.fnUntraced(function*({ method_id }) {
  const key = yield* stepKey("forget")
  yield* step("forget", { error: Passing, retries: longRetriesOf(yield* isTest) }, Effect.gen(function*() {
    const { token } = yield* PaymentMethods.use((methods) => methods.internal(method_id))
    if (token !== null) {
      yield* Effect.catchTags((yield* provider).forget(token, key), { ProviderDeclined: () => Effect.void, ProviderInvalidRequest: () => Effect.void })
    }
  })).pipe(Effect.catch((error) => Effect.logError("the provider was not told to forget a payment method", error)))
  yield* write("forget the token", { verb: "remove_payment_method" }, PaymentMethods.use((methods) =>
    Effect.flatMap(methods.internal(method_id), (kept) => methods.setInternal(method_id, { ...kept, token: null }))))
}))
