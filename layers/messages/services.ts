import { Layer } from "effect"
import { CustomerEmails } from "./emails.ts"
import { CampaignLinks } from "./sms/campaign-links.ts"
import { CampaignRecipients } from "./sms/campaign-recipients.ts"
import { Campaigns } from "./sms/campaigns.ts"
import { SmsInbox } from "./sms/inbox.ts"
import { SmsLimits } from "./sms/limits.ts"
import { SmsMessages } from "./sms/messages.ts"
import { OptOutLinks } from "./sms/opt-out-links.ts"
import { SmsPace } from "./sms/pace.ts"
import { OptOuts } from "./sms/opt-outs.ts"
import { SmsTemplates } from "./sms/templates.ts"
import { SmsThreads } from "./sms/threads.ts"
import { SmsConsents } from "./sms/consents.ts"
import { SmsSettings } from "./sms/settings.ts"
import { TaskAlerts } from "./sms/task-alerts.ts"
import { Calls } from "./voice/calls.ts"
import { CallRecordings } from "./voice/recordings.ts"
import { PhoneNumbers } from "./voice/phone-numbers.ts"

/** Everything the programs of messages can do, but for what needs a provider. */
export const MessageServices = Layer.mergeAll(
  CustomerEmails.layer,
  CampaignLinks.layer,
  CampaignRecipients.layer,
  Campaigns.layer,
  OptOutLinks.layer,
  OptOuts.layer,
  SmsInbox.layer,
  SmsLimits.layer,
  SmsMessages.layer,
  SmsPace.layer,
  SmsTemplates.layer,
  SmsThreads.layer,
  PhoneNumbers.layer,
  Calls.layer,
  CallRecordings.layer,
  SmsConsents.layer,
  SmsSettings.layer,
  TaskAlerts.layer
)
