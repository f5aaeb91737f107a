import type { MessageReport } from "./provider.ts"
import { telnyxReport } from "./telnyx.ts"
import { twilioReport } from "./twilio.ts"

/** Those that tell by themselves what becomes of texts. */
export const reportingProviders = ["twilio", "telnyx"] as const
export type ReportingProvider = typeof reportingProviders[number]

/** What providers sign with, by header. */
export const signatureHeaders = ["x-twilio-signature", "telnyx-signature-ed25519", "telnyx-timestamp"]

/** What a request of a provider says, before anybody knows whether the provider made it; nothing where it is about no text. */
export const reportOf: { readonly [P in ReportingProvider]: (bytes: Uint8Array) => MessageReport | undefined } = {
  twilio: twilioReport, telnyx: telnyxReport
}
