import { Effect, Layer, Option, Redacted } from "effect"
import { ProviderCircuits } from "#layers/providers/circuits"
import { ProviderHttp, ProviderTiming } from "#layers/providers/http"
import { Messaging } from "#layers/providers/messaging/messaging"
import { twilio, twilioParty } from "#layers/providers/messaging/twilio"
import { CampaignProgram, CampaignRun } from "#workflows/messages/sms/campaign-run"
import { SmsDelivery, SmsDeliveryProgram, SmsLooks } from "#workflows/messages/sms/delivery"
import type { Workflows } from "../../support/engine.ts"
import { TWILIO_SID, TWILIO_TOKEN } from "../../support/test-server.ts"

/** Campaigns by the Twilio at `address`, of every company; one that hangs is given up after a second. */
export const works = (address: string): Workflows => {
  const messaging = Layer.effect(Messaging, Effect.gen(function*() {
    const way = yield* (yield* ProviderHttp).party(twilioParty(Option.some(new URL(address))))
    const account = twilio(way, { account_sid: Redacted.make(TWILIO_SID), auth_token: Redacted.make(TWILIO_TOKEN) })
    return Messaging.of({ configured: true, of: () => Effect.succeed(account) })
  })).pipe(
    Layer.provide(ProviderHttp.layer), Layer.provide(ProviderCircuits.layer),
    Layer.provide(Layer.succeed(ProviderTiming, { connect: 1_000, attempt: 1_000, longAttempt: 1_000, whole: 1_500, backoff: 10 }))
  )
  const given = Layer.merge(messaging, Layer.succeed(SmsLooks, { unknown: [0, 500, 1_000], sent: [] }))
  return [[CampaignRun, CampaignProgram.pipe(Layer.provide(given))], [SmsDelivery, SmsDeliveryProgram.pipe(Layer.provide(given))]]
}
