import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { raw } from "#schemas/kernel/bodies"
import { operation } from "#schemas/kernel/endpoints"
import { Unauthorized } from "#schemas/kernel/errors"

/** Says the same whatever it is about, so that nobody learns which texts there are. */
const SmsTaken = Schema.Struct({
  accepted: Schema.Literal(true)
}).annotate({ identifier: "SmsTaken" }).pipe(HttpApiSchema.status(202))

const example = new URLSearchParams({
  MessageSid: "SM0123456789abcdef0123456789abcdef", From: "+12025550123", To: "+12025550100", Body: "Is my bicycle ready?", NumMedia: "0"
}).toString()

const telnyxExample = JSON.stringify({
  data: {
    event_type: "message.received",
    payload: {
      id: "834f3d53-8a3c-4aa0-a733-7f2d682a72df", from: { phone_number: "+12025550123" }, to: [{ phone_number: "+12025550100" }],
      text: "Is my bicycle ready?", media: []
    }
  }
})

export const receive_sms = operation.act("receive_sms", "/sms/inbound/:provider", SmsTaken, {
  params: { provider: Schema.Literals(["twilio", "telnyx"]).annotate({ examples: ["twilio"] }) },
  payload: raw({
    description: "The request as it came: its signature is over the bytes.",
    examples: { "application/x-www-form-urlencoded": example, "application/json": telnyxExample },
    headers: ["x-twilio-signature", "telnyx-signature-ed25519", "telnyx-timestamp"]
  }),
  errors: [Unauthorized],
  summary: "Receive a text message",
  description: "For the provider of the company's numbers, which hands over texts that come in and tells what became of those that were sent. Set " +
    "this address, below SITE_URL, for incoming messages of the number. The signature is checked. What came before changes nothing, " +
    "and a text only goes forward, in whatever order it is told. STOP and the like opt the sender out, START in again, and HELP is answered.",
  access: "public",
  idempotent: true
})
