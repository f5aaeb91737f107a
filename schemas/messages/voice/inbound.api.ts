import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { raw } from "#schemas/kernel/bodies"
import { operation } from "#schemas/kernel/endpoints"
import { Unauthorized } from "#schemas/kernel/errors"
import { download } from "#schemas/kernel/streams"

const sid = "CA0123456789abcdef0123456789abcdef"

const form = (fields: Readonly<Record<string, string>>) => raw({
  description: "The request as it came: its signature is over all fields and the address.",
  examples: { "application/x-www-form-urlencoded": new URLSearchParams(fields).toString() },
  headers: ["x-twilio-signature", "telnyx-signature-ed25519", "telnyx-timestamp"]
})

const document = () => download({
  description: "What the provider is to do now, as TwiML, which is TeXML too.",
  examples: { "text/xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Response><Say>Leave a message.</Say><Record/></Response>" }
})

const provider = Schema.Literals(["twilio", "telnyx"]).annotate({ examples: ["twilio"] })

/** It was made by us and is sealed, so that nobody makes one up. */
const step = Schema.String.annotate({ description: "Which call, and which step of it, as an earlier answer of ours named it.", examples: ["c1x"] })

export const receive_call = operation.act("receive_call", "/voice/inbound/:provider", document(), {
  params: { provider },
  payload: form({ CallSid: sid, From: "+12025550123", To: "+12025550100", CallStatus: "ringing", Direction: "inbound" }),
  errors: [Unauthorized],
  summary: "Receive a call",
  description: "For the provider of the company's numbers, which asks what to do with a call that comes in, and tells that one ended: set this address, below " +
    "SITE_URL, for calls and for status callbacks of the number. The signature is checked. The answer follows the number's routing by the company's clock. " +
    "At Telnyx set it as the addresses of the TeXML application.",
  access: "public",
  idempotent: true
})

export const continue_call = operation.act("continue_call", "/voice/inbound/:provider/steps/:step", document(), {
  params: { provider, step },
  payload: form({ CallSid: sid, From: "+12025550123", To: "+12025550100", CallStatus: "in-progress", Digits: "1" }),
  errors: [Unauthorized],
  summary: "Go on with a call",
  description: "For the provider, which asks what follows once a key was pressed, a phone was rung, or a message was recorded. The signature is checked.",
  access: "public",
  idempotent: true
})

const CallReportTaken = Schema.Struct({
  accepted: Schema.Literal(true)
}).annotate({ identifier: "CallReportTaken" }).pipe(HttpApiSchema.status(202))

export const receive_call_report = operation.act("receive_call_report", "/voice/inbound/:provider/reports/:step", CallReportTaken, {
  params: { provider, step },
  payload: form({ CallSid: sid, CallStatus: "completed", CallDuration: "94" }),
  errors: [Unauthorized],
  summary: "Receive what became of a call",
  description: "For the provider, which tells how a call stands, that something was recorded, and what was said in it. The signature is checked. What came before " +
    "changes nothing, and a call only goes forward, in whatever order it is told.",
  access: "public",
  idempotent: true
})
