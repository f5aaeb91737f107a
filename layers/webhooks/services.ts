import { Layer } from "effect"
import { Guard } from "../network/guard.ts"
import { Deliveries } from "./deliveries.ts"
import { Events } from "./events.ts"
import { DeliveryQueue } from "./queue.ts"
import { Sender } from "./sender.ts"
import { Webhooks as Endpoints } from "./webhooks.ts"

/** Everything the programs of webhooks can do. */
export const Webhooks = Layer.mergeAll(
  Deliveries.layer, DeliveryQueue.layer, Endpoints.layer, Events.layer, Sender.layer.pipe(Layer.provideMerge(Guard.layer))
)
