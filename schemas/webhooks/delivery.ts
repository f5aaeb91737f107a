import { Schema } from "effect"
import { eventKinds } from "#schemas/kernel/events"
import { Id } from "#schemas/kernel/ids"
import { Instant, Timestamp } from "#schemas/kernel/time"
import { WebhookId } from "./webhook.ts"

export const DeliveryId = Id.pipe(Schema.brand("DeliveryId"))
export type DeliveryId = typeof DeliveryId.Type

export const DeliveryStatus = Schema.Literals(["pending", "succeeded", "failed", "canceled"])
export type DeliveryStatus = typeof DeliveryStatus.Type

/** One POST and what came of it. */
export const DeliveryAttempt = Schema.Struct({
  at: Timestamp,
  status: Schema.NullOr(Schema.Int).annotate({ description: "Of HTTP; `null` when there was no answer.", examples: [503] }),
  latency_ms: Schema.Int.annotate({ description: "From the look-up of the name to the end of the answer.", examples: [41] }),
  error: Schema.NullOr(Schema.String).annotate({ examples: ["The endpoint answered 503."] })
}).annotate({ identifier: "WebhookDeliveryAttempt" })
export type DeliveryAttempt = typeof DeliveryAttempt.Type

/** An event on its way to an endpoint. */
export const WebhookDelivery = Schema.Struct({
  id: DeliveryId.annotate({ description: "`X-Service-Delivery`." }),
  webhook_id: WebhookId,
  event_id: Schema.String.annotate({ description: "`webhook-id`; the same on every attempt and replay.", examples: ["evt_1042"] }),
  kind: Schema.Literals(eventKinds),
  cause: Schema.Literals(["event", "test", "replay"]).annotate({ description: "A replay carries the header `X-Service-Replay: true`." }),
  status: DeliveryStatus.annotate({
    description: "`failed` when the last attempt of the schedule was in vain, `canceled` when the endpoint was off or gone by then."
  }),
  next_attempt_at: Schema.NullOr(Timestamp).annotate({ description: "`null` when none is to follow." }),
  attempt_count: Schema.Int.annotate({ description: "All there were, also by request.", examples: [2] }),
  attempts: Schema.Array(DeliveryAttempt).annotate({ description: "Oldest first; the last 20." }),
  answer: Schema.NullOr(Schema.String).annotate({
    description: "The first 2 KiB of what the endpoint answered last.",
    examples: ["try again later"]
  }),
  created_at: Timestamp,
  finished_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "WebhookDelivery" })
export type WebhookDelivery = typeof WebhookDelivery.Type

export const NewReplay = Schema.Struct({
  since: Instant.annotate({ description: "Events are kept for 30 days.", examples: ["2026-11-21T09:30:00Z"] }),
  until: Schema.optionalKey(Instant.annotate({ description: "Now, if left out.", examples: ["2026-11-21T12:00:00Z"] }))
}).annotate({ identifier: "NewWebhookReplay" })

/** Events of a time, told again to one endpoint in the order in which they happened. */
export const WebhookReplay = Schema.Struct({
  id: Id,
  webhook_id: WebhookId,
  since: Timestamp,
  until: Timestamp,
  created_at: Timestamp
}).annotate({ identifier: "WebhookReplay" })
export type WebhookReplay = typeof WebhookReplay.Type
