import { Layer } from "effect"
import { ServiceConfig } from "#layers/kernel/config"
import { ProviderCircuits } from "#layers/providers/circuits"
import { ProviderHttp, ProviderTiming } from "#layers/providers/http"
import { Messaging } from "#layers/providers/messaging/messaging"
import { CampaignProgram, CampaignRun } from "#workflows/messages/sms/campaign-run"
import { SmsDelivery, SmsDeliveryProgram, SmsLooks } from "#workflows/messages/sms/delivery"
import type { Workflows } from "../../support/engine.ts"
import { textingAt } from "../../support/test-server.ts"

/** Campaigns by the Twilio at `address`; a request that hangs is given up after a second. */
export const works = (address: string): Workflows => {
  const messaging = Layer.fresh(Messaging.layer).pipe(
    Layer.provide(ServiceConfig.layerOf(textingAt(address))),
    Layer.provide(Layer.fresh(ProviderHttp.layer)), Layer.provide(ProviderCircuits.layer)
  )
  const given = Layer.mergeAll(
    messaging, Layer.succeed(SmsLooks, { unknown: [0, 500, 1_000], sent: [] }),
    Layer.succeed(ProviderTiming, { connect: 1_000, attempt: 1_000, longAttempt: 1_000, whole: 1_500, backoff: 10 })
  )
  return [[CampaignRun, CampaignProgram.pipe(Layer.provide(given))], [SmsDelivery, SmsDeliveryProgram.pipe(Layer.provide(given))]]
}
