import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { raw } from "#schemas/kernel/bodies"
import { operation } from "#schemas/kernel/endpoints"
import { Unauthorized } from "#schemas/kernel/errors"

/** Says the same whatever was found, so that nobody learns which e-mails there are. */
const EmailReportTaken = Schema.Struct({
  accepted: Schema.Literal(true)
}).annotate({ identifier: "EmailReportTaken" }).pipe(HttpApiSchema.status(202))

const example = [
  "From: MAILER-DAEMON@mail.example.com",
  "To: bounces@mail.example.com",
  "Content-Type: multipart/report; report-type=delivery-status; boundary=\"b\"",
  "",
  "--b",
  "Content-Type: message/delivery-status",
  "",
  "Reporting-MTA: dns; mail.example.com",
  "",
  "Final-Recipient: rfc822; grace@navy.example",
  "Action: failed",
  "Status: 5.1.1",
  "",
  "--b--",
  ""
].join("\r\n")

export const receive_email_report = operation.act("receive_email_report", "/inbound/email", EmailReportTaken, {
  payload: raw({
    description: "The report as it came, with its headers.",
    examples: { "message/rfc822": example },
    headers: ["x-webhook-secret"]
  }),
  errors: [Unauthorized],
  summary: "Receive a report about an e-mail",
  description: "For the mail server of this installation, which hands over what comes to the address MAIL_BOUNCES: reports that an e-mail could " +
    "not be delivered (RFC 3464) and complaints of its reader (RFC 5965). The header `X-Webhook-Secret` holds MAIL_WEBHOOK_SECRET. An e-mail " +
    "to an address that does not exist becomes `bounced`, one that its reader complained of `complained`, and nothing more is sent to the address. One " +
    "that is refused for another reason becomes `failed`; of one that is late the answer is noted. The same report twice changes nothing, and " +
    "what is no report, or about no e-mail of ours, is accepted and ignored.",
  access: "public",
  idempotent: true
})
