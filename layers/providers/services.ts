import { Layer } from "effect"
import { Models } from "./ai/models.ts"
import { ProviderCircuits } from "./circuits.ts"
import { Mail } from "./mail.ts"
import { Messaging } from "./messaging/messaging.ts"
import { Payments } from "./payment/payments.ts"
import { ProviderCredentials } from "./credentials.ts"
import { ProviderHttp } from "./http.ts"
import { Storage } from "./storage/storage.ts"

/** The outside parties. */
export const Providers = Layer.mergeAll(Mail.layer, Messaging.layer, Models.layer, Payments.layer, Storage.layer).pipe(
  Layer.provideMerge(Layer.mergeAll(ProviderHttp.layer, ProviderCredentials.layer)),
  Layer.provideMerge(ProviderCircuits.layer)
)
