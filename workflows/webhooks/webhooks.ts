import { DateTime, Effect, Option } from "effect"
import { Journal } from "#layers/journal"
import { Guard } from "#layers/network/guard"
import { newSecret } from "#layers/webhooks/signing"
import { type WebhookQuery, Webhooks } from "#layers/webhooks/webhooks"
import { Conflict, NotFound, ValidationError } from "#schemas/kernel/errors"
import type { Paging } from "#schemas/kernel/paging"
import { webhookEventKinds } from "#schemas/webhooks/event-kinds"
import { schedule } from "#schemas/webhooks/schedule"
import type { NewWebhook, Webhook, WebhookChanges, WebhookId } from "#schemas/webhooks/webhook"
import { pageOf } from "../page-of.ts"
import { checkIfMatch } from "#layers/kernel/if-match"

interface One {
  readonly id: WebhookId
}

/** An endpoint of the caller's company and mode. */
export const existing = Effect.fnUntraced(function*(id: WebhookId, how?: { readonly lock?: boolean }) {
  const found = yield* (yield* Webhooks).find(id, how)
  return Option.isSome(found) ? found.value : yield* new NotFound({ message: "There is no such webhook." })
})

/** The address as it will be called, unless it must not be. */
const callable = Effect.fnUntraced(function*(text: string) {
  const url = new URL(text)
  const objection = yield* (yield* Guard).inspect(url)
  if (objection === undefined) return url.href
  return yield* new ValidationError({
    message: `Events cannot be sent to this address. ${objection}`,
    details: [{ field: "url", error: objection, received: text.slice(0, 200) }]
  })
})

const tell = (before: Webhook | null, after: Webhook | null) =>
  Journal.use((journal) => journal.record({ object: "webhook", id: (after ?? before)!.id, before, after }))

export const list_webhooks = (query: WebhookQuery) => Webhooks.use((webhooks) => webhooks.page(query))

export const get_webhook = Effect.fnUntraced(function*({ id }: One) {
  const webhook = yield* existing(id)
  return { ...webhook, health: yield* (yield* Webhooks).health(id) }
})

export const create_webhook = Effect.fnUntraced(function*({ secret = newSecret(), url, ...input }: NewWebhook) {
  const href = yield* callable(url)
  const webhooks = yield* Webhooks
  const { had, most } = yield* webhooks.room
  if (had >= most) return yield* new Conflict({ message: `The company has ${had} webhooks; it may have ${most}.` })
  const webhook = yield* webhooks.add({ ...input, url: href }, secret)
  yield* tell(null, webhook)
  return { ...webhook, secret }
})

export const update_webhook = Effect.fnUntraced(function*({ id, url, ...rest }: One & WebhookChanges) {
  const before = yield* existing(id, { lock: true })
  yield* checkIfMatch(before)
  const changes = { ...rest, ...url !== undefined && { url: yield* callable(url) } }
  if (Object.keys(changes).length === 0) return before
  const after = yield* (yield* Webhooks).change(id, changes)
  yield* tell(before, after)
  return after
})

export const delete_webhook = Effect.fnUntraced(function*({ id }: One) {
  const before = yield* existing(id, { lock: true })
  const removed = yield* (yield* Webhooks).remove(id)
  yield* tell(before, null)
  return removed
})

export const rotate_webhook_secret = Effect.fnUntraced(function*({ id }: One) {
  const before = yield* existing(id, { lock: true })
  const secret = newSecret()
  const until = DateTime.formatIso(DateTime.add(yield* DateTime.now, { milliseconds: schedule.overlap }))
  const after = yield* (yield* Webhooks).rotate(id, secret, until)
  yield* tell(before, after)
  return { ...after, secret }
})

export const list_event_kinds = (paging: Paging) => pageOf(webhookEventKinds(), paging)
