import { Effect } from "effect"
import { Messaging } from "#layers/providers/messaging/messaging"
import { Payments } from "#layers/providers/payment/payments"

/*
 * Ask the service of a party for the provider of the record's mode: test mode and the demo get the simulator, live mode a real account or
 * `ProviderNotConfigured`. Call it in a step of a durable workflow, never in a transaction, under a key that the run derives. A declined
 * charge is an answer and not a fault; after `ProviderOutcomeUnknown` the same call under the same key tells what happened. Where a party
 * knows no keys, as with texts, ask it what it has before anything is sent again.
 */
export const charge = Effect.fnUntraced(function*(order: { id: number; amount: number; currency: string; method: string; livemode: boolean }) {
  const provider = yield* Payments.use(({ of }) => of(order.livemode))
  const { amount, currency, method } = order
  return yield* provider.create({ amount, currency, method, capture: true, confirm: true }, `order-${order.id}`).pipe(
    Effect.map(({ id, status }) => ({ id, status })),
    Effect.catchTags({
      ProviderDeclined: ({ reason }) => Effect.succeed({ id: null, status: `declined: ${reason}` }),
      ProviderOutcomeUnknown: () => Effect.succeed({ id: null, status: "processing" })
    })
  )
})

export const wasSent = Effect.fnUntraced(function*(text: string, to: string, day: string, livemode: boolean) {
  const provider = yield* Messaging.use(({ of }) => of(livemode))
  return (yield* provider.sentSince(to, day)).some((message) => message.text === text)
})
