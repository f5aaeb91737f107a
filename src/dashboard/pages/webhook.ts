import { Clock, Effect, Option } from "effect"
import { newToken } from "#layers/auth/opaque-tokens"
import { ValidationError } from "#schemas/kernel/errors"
import { DeliveryId } from "#schemas/webhooks/delivery"
import { type WebhookHealth, WebhookId, type WebhookWithHealth } from "#schemas/webhooks/webhook"
import { doneNotice, failure, testMark } from "../components/elements.ts"
import { choice, filter, input, postForm } from "../components/form.ts"
import { type Fact, facts, paging, ROWS } from "../components/table.ts"
import { count, localized } from "../components/locale.ts"
import { enteredOf, instantOf, time } from "../components/time.ts"
import { permitted } from "../forms.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html } from "../html.ts"
import { paths } from "../paths.ts"
import { idOf, oneOf, optional } from "../query.ts"
import { deliveryStatuses, deliveryTable } from "./deliveries.ts"
import { healthBadge } from "./webhooks.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("webhook")

const DAY_MS = 86_400_000

const rateOf = ({ failed, succeeded, success_rate }: WebhookHealth) =>
  success_rate === null
    ? w.nothingSent
    : localized("UTC", ({ number, percent }) => w.rate(percent(success_rate), number(succeeded + failed)))

const known = (zone: string, webhook: WebhookWithHealth): ReadonlyArray<Fact> => {
  const { created_at, description, disabled_at, events, failing_since, health } = webhook
  return [
    [w.health, [healthBadge(webhook), testMark(webhook.livemode)]],
    [w.succeeded, rateOf(health)],
    [w.onTheirWay, count(health.pending)],
    [w.lastSuccess, time(zone, health.last_success_at)],
    [w.lastFailure, time(zone, health.last_failure_at)],
    [w.events, events.join(", ")],
    [w.added, time(zone, created_at)],
    ...description === null ? [] : [[w.description, description] as const],
    ...failing_since === null ? [] : [[w.failingSince, time(zone, failing_since)] as const],
    ...disabled_at === null ? [] : [[w.offSince, time(zone, disabled_at)] as const]
  ]
}

const done = {
  retried: w.retried,
  replayed: w.replayed
}

const off = html`
  <p class="faint">${w.off}</p>`

export const webhookPage = Effect.gen(function*() {
  const { api: { webhooks }, params, query, session: { company: { time_zone } } } = yield* SessionRequest
  const id = yield* idOf(params, WebhookId.make)
  const at = `${paths.webhooks}/${id}`
  const chosen = oneOf(query, "status", deliveryStatuses)
  const { cursor } = optional(query, ["cursor"])
  const webhook = yield* webhooks.get_webhook({ params: { id } })
  const isUnwell = webhook.failing_since !== null || !webhook.enabled
  const found = yield* webhooks.list_webhook_deliveries({
    params: { id }, query: { ...chosen, ...cursor !== undefined && { cursor }, limit: ROWS, offset: 0, sort: "-id" }
  })
  const yesterday = enteredOf((yield* Clock.currentTimeMillis) - DAY_MS, time_zone)
  const replay = yield* permitted("replay_webhook", () => html`
    <div class="acts">${postForm({
      to: `${at}/replay`, button: w.replayAll,
      fields: html`
        <input type="hidden" name="once" value=${newToken()} />
        ${input("since", w.since(time_zone.replaceAll("_", " ")), {
          type: "datetime-local", required: true, value: yesterday
        })}`
    })}</div>`)
  return {
    title: webhook.url,
    section: paths.webhooks,
    trail: { title: w.title, to: paths.webhooks },
    content: html`
      <div>
        ${doneNotice(query, done)}
        ${isUnwell && webhook.health.last_error !== null && failure(webhook.health.last_error)}
        ${facts(known(time_zone, webhook))}
        <h2>${w.deliveries}</h2>
        ${filter(at, choice("status", w.status, w.any, deliveryStatuses, chosen.status))}
        ${deliveryTable({
          zone: time_zone,
          rows: found.items,
          mayRetry: webhook.enabled,
          narrowed: chosen.status !== undefined
        })}
        ${paging({ path: at, filters: chosen, cursor, shown: found })}
        <h2>${w.replay}</h2>
        ${webhook.enabled ? replay : off}
      </div>`
  } satisfies Page
})

export const replayWebhook = Effect.gen(function*() {
  const { api: { webhooks }, form, params, session: { company: { time_zone } } } = yield* SessionRequest
  const id = yield* idOf(params, WebhookId.make)
  const since = instantOf(form.get("since") ?? "", time_zone)
  if (Option.isNone(since)) return yield* new ValidationError({ message: "Since when? That is no time of the clock." })
  const once = form.get("once")?.slice(0, 50) || newToken()
  yield* webhooks.replay_webhook({
    params: { id }, headers: { "idempotency-key": `dashboard-${once}` }, payload: { since: since.value }
  })
  return { to: `${paths.webhooks}/${id}?done=replayed` }
})

export const retryDelivery = Effect.gen(function*() {
  const { api: { webhooks }, params } = yield* SessionRequest
  const { webhook_id } = yield* webhooks.retry_webhook_delivery({ params: { id: yield* idOf(params, DeliveryId.make) } })
  return { to: `${paths.webhooks}/${webhook_id}?done=retried` }
})
