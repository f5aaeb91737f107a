import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { raw } from "#schemas/kernel/bodies"
import { operation } from "#schemas/kernel/endpoints"
import { Unauthorized } from "#schemas/kernel/errors"

/** Says the same whatever it is about, so that nobody learns which payments there are. */
const PaymentEventTaken = Schema.Struct({
  accepted: Schema.Literal(true)
}).annotate({ identifier: "PaymentEventTaken" }).pipe(HttpApiSchema.status(202))

const example = JSON.stringify({
  id: "evt_1", type: "payment_intent.succeeded", created: 1_795_000_000, livemode: true,
  data: { object: { id: "pi_1", object: "payment_intent", status: "succeeded" } }
})

export const receive_payment_event = operation.act("receive_payment_event", "/gateway/inbound/:provider", PaymentEventTaken, {
  params: { provider: Schema.Literal("stripe").annotate({ examples: ["stripe"] }) },
  payload: raw({
    description: "The event as it came: its signature is over the bytes.",
    examples: { "application/json": example },
    headers: ["stripe-signature"]
  }),
  errors: [Unauthorized],
  summary: "Receive an event of a payment provider",
  description: "For the payment provider, which tells what became of payments, refunds made elsewhere, and disputes. The signature " +
    "(`Stripe-Signature`) must be of the last five minutes. An event that came before changes nothing, and what is about no payment of ours is " +
    "accepted and ignored. Events may come in any order: a payment only goes forward.",
  access: "public",
  idempotent: true
})
