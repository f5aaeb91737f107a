import { Layer } from "effect"
import { ServiceConfig } from "#layers/kernel/config"
import { ProviderCircuits } from "#layers/providers/circuits"
import { ProviderHttp, ProviderTiming } from "#layers/providers/http"
import { Messaging } from "#layers/providers/messaging/messaging"
import { CallFollowing, CallFollowingProgram, CallLooks } from "#workflows/messages/voice/following"
import type { Workflows } from "../../support/engine.ts"
import { textingAt } from "../../support/test-server.ts"

/** Calls by the Twilio at `address`; a request that hangs is given up after a second. */
export const works = (address: string): Workflows => {
  const messaging = Layer.fresh(Messaging.layer).pipe(
    Layer.provide(ServiceConfig.layerOf(textingAt(address))),
    Layer.provide(Layer.fresh(ProviderHttp.layer)), Layer.provide(ProviderCircuits.layer),
    Layer.provide(Layer.succeed(ProviderTiming, { connect: 1_000, attempt: 1_000, longAttempt: 1_000, whole: 1_500, backoff: 10 }))
  )
  const given = Layer.merge(messaging, Layer.succeed(CallLooks, { unknown: [0, 500, 1_000], going: [600_000], late: 10_000, price: [] }))
  return [[CallFollowing, CallFollowingProgram.pipe(Layer.provide(given))]]
}
