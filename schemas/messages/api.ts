import { HttpApiGroup, OpenApi } from "effect/http-api"
import { Authenticated, Public } from "#schemas/kernel/gates"
import { get_email, list_emails } from "./emails.api.ts"
import { receive_email_report } from "./reports.api.ts"
import {
  get_sms_consent, get_sms_settings, list_sms_consents, record_sms_consent, revoke_sms_consent, update_sms_settings
} from "./sms/consents.api.ts"
import { list_phone_numbers, update_phone_number } from "./voice/numbers.api.ts"

export class Messages extends HttpApiGroup.make("messages")
  .add(list_emails.middleware(Authenticated), get_email.middleware(Authenticated), receive_email_report.middleware(Public))
  .prefix("/messages")
  /* Phone numbers and calls. */
  .add(list_phone_numbers.middleware(Authenticated), update_phone_number.middleware(Authenticated))
  /* Consent to texts. */
  .add(
    list_sms_consents.middleware(Authenticated), record_sms_consent.middleware(Authenticated), get_sms_consent.middleware(Authenticated),
    revoke_sms_consent.middleware(Authenticated), get_sms_settings.middleware(Authenticated), update_sms_settings.middleware(Authenticated)
  )
  .annotateMerge(OpenApi.annotations({
    title: "Messages",
    description: "What the company writes to its customers and speaks with them about, and what became of it."
  }))
{}
