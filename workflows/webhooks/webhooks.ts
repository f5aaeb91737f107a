import { DateTime, Effect } from "effect"
import { Guard } from "#layers/network/guard"
import { newSecret } from "#layers/webhooks/signing"
import { Webhooks } from "#layers/webhooks/webhooks"
import type { Input } from "#schemas/kernel/catalog"
import { ValidationError } from "#schemas/kernel/errors"
import { webhookEventKinds } from "#schemas/webhooks/event-kinds"
import { schedule } from "#schemas/webhooks/schedule"
import type * as api from "#schemas/webhooks/webhooks.api"
import { pageOf } from "../page-of.ts"

/** The address as it will be called, unless it must not be. */
const callable = Effect.fnUntraced(function*(text: string) {
  const url = new URL(text)
  const objection = yield* (yield* Guard).inspect(url)
  if (objection === undefined) return url.href
  return yield* new ValidationError({
    message: `Events cannot be sent to this address. ${objection} For a program on your own machine, use \`service listen --forward-to\` or list_events instead; ` +
      "or whoever runs the service allows the address with WEBHOOK_ALLOW_HTTP and WEBHOOK_ALLOW_HOSTS. See /docs/guides/receive-webhooks.",
    details: [{ field: "url", error: objection, received: text.slice(0, 200) }]
  })
})

export const list_webhooks = (query: Input<typeof api.list_webhooks>) => Webhooks.use((webhooks) => webhooks.page(query))

export const get_webhook = Effect.fnUntraced(function*({ id }: Input<typeof api.get_webhook>) {
  const webhooks = yield* Webhooks
  return { ...yield* webhooks.get(id), health: yield* webhooks.health(id) }
})

export const create_webhook = Effect.fnUntraced(function*({ secret = newSecret(), url, ...input }: Input<typeof api.create_webhook>) {
  const href = yield* callable(url)
  const webhooks = yield* Webhooks
  yield* webhooks.requireRoom
  return { ...yield* webhooks.create({ ...input, url: href, secret }), secret }
})

export const update_webhook = Effect.fnUntraced(function*({ id, url, ...rest }: Input<typeof api.update_webhook>) {
  const webhooks = yield* Webhooks
  const before = yield* webhooks.lockForUpdate(id)
  return yield* webhooks.update(before, { ...rest, ...url !== undefined && { url: yield* callable(url) } })
})

export const delete_webhook = Effect.fnUntraced(function*({ id }: Input<typeof api.delete_webhook>) {
  const webhooks = yield* Webhooks
  return yield* webhooks.softDelete(yield* webhooks.get(id, { lock: true }))
})

export const rotate_webhook_secret = Effect.fnUntraced(function*({ id }: Input<typeof api.rotate_webhook_secret>) {
  const webhooks = yield* Webhooks
  const before = yield* webhooks.get(id, { lock: true })
  const secret = newSecret()
  const until = DateTime.formatIso(DateTime.add(yield* DateTime.now, { milliseconds: schedule.overlap }))
  return { ...yield* webhooks.rotate(before, secret, until), secret }
})

export const list_event_kinds = (paging: Input<typeof api.list_event_kinds>) => pageOf(webhookEventKinds(), paging)
