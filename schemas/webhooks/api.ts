import { Struct } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { EventRecords } from "#schemas/kernel/events"
import { Authenticated } from "#schemas/kernel/gates"
import { list_webhook_deliveries, replay_webhook, retry_webhook_delivery, send_test_event } from "./deliveries.api.ts"
import { list_events } from "./events.api.ts"
import {
  create_webhook, delete_webhook, get_webhook, list_event_kinds, list_webhooks, rotate_webhook_secret, update_webhook
} from "./webhooks.api.ts"
import { Webhook } from "./webhook.ts"

export class Webhooks extends HttpApiGroup.make("webhooks")
  .add(create_webhook, list_webhooks, get_webhook, update_webhook, delete_webhook, rotate_webhook_secret)
  .add(list_events, list_event_kinds)
  .add(list_webhook_deliveries, retry_webhook_delivery, send_test_event, replay_webhook)
  .middleware(Authenticated)
  .annotate(EventRecords, { webhook: Webhook, test: Webhook.mapFields(Struct.pick(["id", "url"])) })
  .annotateMerge(OpenApi.annotations({
    title: "Webhooks",
    description: "Events, sent to addresses that subscribe to them: signed, tried five times within a day, logged and replayed."
  }))
{}
