import { HttpApiGroup, OpenApi } from "effect/http-api"
import { EventRecords } from "#schemas/kernel/events"
import { Authenticated, Public } from "#schemas/kernel/gates"
import { get_email, list_emails } from "./emails.api.ts"
import { receive_email_report } from "./reports.api.ts"
import { receive_sms } from "./sms/inbound.api.ts"
import { Message } from "./sms/message.ts"
import { cancel_message, download_message_media, get_message, list_messages, preview_sms, send_sms } from "./sms/messages.api.ts"
import { SmsSpending } from "./sms/settings.ts"
import { OptOut } from "./sms/opt-out.ts"
import { add_opt_out, list_opt_outs, remove_opt_out } from "./sms/opt-outs.api.ts"
import { get_task_alerts, set_task_alerts } from "./sms/task-alerts.api.ts"
import { create_sms_template, list_sms_templates } from "./sms/templates.api.ts"
import { assign_thread, get_thread, list_threads, reply_to_thread } from "./sms/threads.api.ts"
import {
  cancel_campaign, get_campaign, list_campaigns, pause_campaign, preview_campaign, resume_campaign, send_bulk_sms
} from "./sms/campaigns.api.ts"
import {
  get_sms_consent, get_sms_settings, list_sms_consents, record_sms_consent, revoke_sms_consent, update_sms_settings
} from "./sms/consents.api.ts"
import { Call } from "./voice/call.ts"
import { end_call, get_call, list_calls, place_call } from "./voice/calls.api.ts"
import { continue_call, receive_call, receive_call_report } from "./voice/inbound.api.ts"
import { delete_call_recording, download_call_recording, list_call_recordings } from "./voice/recordings.api.ts"
import {
  list_phone_numbers, provision_phone_number, release_phone_number, search_available_numbers, update_phone_number
} from "./voice/numbers.api.ts"

export class Messages extends HttpApiGroup.make("messages")
  .add(list_emails.middleware(Authenticated), get_email.middleware(Authenticated), receive_email_report.middleware(Public))
  .prefix("/messages")
  /* Phone numbers and calls. */
  .add(list_phone_numbers.middleware(Authenticated), search_available_numbers.middleware(Authenticated))
  .add(provision_phone_number.middleware(Authenticated), update_phone_number.middleware(Authenticated), release_phone_number.middleware(Authenticated))
  .add(place_call.middleware(Authenticated), list_calls.middleware(Authenticated), get_call.middleware(Authenticated), end_call.middleware(Authenticated))
  .add(list_call_recordings.middleware(Authenticated), download_call_recording.middleware(Authenticated), delete_call_recording.middleware(Authenticated))
  .add(receive_call.middleware(Public), continue_call.middleware(Public), receive_call_report.middleware(Public))
  /* Texts. */
  .add(send_sms.middleware(Authenticated), preview_sms.middleware(Authenticated), list_messages.middleware(Authenticated), get_message.middleware(Authenticated))
  .add(cancel_message.middleware(Authenticated), download_message_media.middleware(Authenticated))
  .add(list_sms_templates.middleware(Authenticated), create_sms_template.middleware(Authenticated))
  .add(list_opt_outs.middleware(Authenticated), add_opt_out.middleware(Authenticated), remove_opt_out.middleware(Authenticated))
  .add(list_threads.middleware(Authenticated), get_thread.middleware(Authenticated), assign_thread.middleware(Authenticated))
  .add(reply_to_thread.middleware(Authenticated), receive_sms.middleware(Public))
  /* Consent to texts. */
  .add(
    list_sms_consents.middleware(Authenticated), record_sms_consent.middleware(Authenticated), get_sms_consent.middleware(Authenticated),
    revoke_sms_consent.middleware(Authenticated), get_sms_settings.middleware(Authenticated), update_sms_settings.middleware(Authenticated)
  )
  /* Texts to members. */
  .add(get_task_alerts.middleware(Authenticated), set_task_alerts.middleware(Authenticated))
  /* Campaigns. */
  .add(
    send_bulk_sms.middleware(Authenticated), list_campaigns.middleware(Authenticated), get_campaign.middleware(Authenticated),
    preview_campaign.middleware(Authenticated), pause_campaign.middleware(Authenticated), resume_campaign.middleware(Authenticated),
    cancel_campaign.middleware(Authenticated)
  )
  .annotate(EventRecords, { call: Call, message: Message, "message.opted_out": OptOut, "message.spending_high": SmsSpending })
  .annotateMerge(OpenApi.annotations({
    title: "Messages",
    description: "What the company writes to its customers and speaks with them about, and what became of it."
  }))
{}
