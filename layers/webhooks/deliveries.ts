import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Input } from "#schemas/kernel/catalog"
import { RequestId } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import type { list_webhook_deliveries } from "#schemas/webhooks/deliveries.api"
import type { DeliveryId, WebhookDelivery, WebhookReplay } from "#schemas/webhooks/delivery"
import type { Webhook, WebhookId } from "#schemas/webhooks/webhook"
import { getOrFail } from "../kernel/get-or-fail.ts"
import { first, inTenant, where } from "../kernel/sql.ts"
import { byId, orderOf, page } from "../kernel/page.ts"

/** What was and is to be told to the endpoints of the caller's company. */
export class Deliveries extends Context.Service<Deliveries>()("layers/webhooks/Deliveries", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const ofTenant = inTenant(sql)
    const columns = sql.literal(
      "id, webhook_id, 'evt_' || event_id as event_id, kind, cause, status, " +
        "case when status = 'pending' then next_attempt_at end as next_attempt_at, " +
        "attempts as attempt_count, log as attempts, answer, created_at, finished_at"
    )

    return {
      page: ({ id, kind, sort, status, ...paging }: Input<typeof list_webhook_deliveries>) => {
        const filters = where(sql, { status, kind })
        return page<WebhookDelivery>(sql, {
          from: sql.literal("webhook_deliveries"),
          columns,
          where: [ofTenant, sql`webhook_id = ${id}`, ...filters],
          order: orderOf({ id: byId }, sort),
          paging,
          counted: filters.length === 0 ? `webhook_deliveries/${id}` : undefined
        })
      },

      /** Locked until the transaction ends. Fails with `NotFound` where there is none. */
      lockForUpdate: (id: DeliveryId) =>
        getOrFail("delivery")(first(
          sql<WebhookDelivery>`select ${columns} from webhook_deliveries where ${ofTenant} and id = ${id} for update`
        )),

      /** Makes it due now, from the beginning of its schedule. What is under way at this moment is left to end: it is due as it is. */
      again: Effect.fnUntraced(function*({ id, webhook_id }: WebhookDelivery) {
        const rows = yield* sql<WebhookDelivery>`
          update webhook_deliveries set status = 'pending', position = 0, finished_at = null, next_attempt_at = now()
          where ${ofTenant} and id = ${id} returning ${columns}`
        yield* sql`select pg_notify('webhooks_due', current_company() || ':' || ${String(webhook_id)})`
        return rows[0]!
      }, Effect.orDie),

      /** Makes a `test.ping` for one endpoint. */
      ping: Effect.fnUntraced(function*({ id, url }: Webhook) {
        const { company_id, mode } = yield* Caller
        const request_id = yield* RequestId
        const data = JSON.stringify({ object: { id, url } })
        const [event] = yield* sql<{ id: number }>`
          insert into events (company_id, kind, livemode, request_id, data)
          values (${company_id}, 'test.ping', ${mode === "live"}, ${request_id}, ${data}::jsonb) returning id`
        const rows = yield* sql<WebhookDelivery>`
          insert into webhook_deliveries (company_id, webhook_id, event_id, kind, cause)
          values (${company_id}, ${id}, ${event!.id}, 'test.ping', 'test') returning ${columns}`
        return rows[0]!
      }, Effect.orDie),

      /** Has all events between two instants told again, by a background job. */
      replay: Effect.fnUntraced(function*(id: WebhookId, since: string, until: string) {
        const { company_id } = yield* Caller
        const rows = yield* sql<WebhookReplay>`
          insert into webhook_replays (company_id, webhook_id, since, until, next_sequence, last_sequence)
          select ${company_id}, ${id}, ${since}::timestamptz, ${until}::timestamptz,
            coalesce(sequence_since(${company_id}, ${since}::timestamptz), 1),
            coalesce((select max(sequence) from events where ${ofTenant}), 0)
          returning id, webhook_id, since, until, created_at`
        return rows[0]!
      }, Effect.orDie)
    }
  })
}) {
  static readonly layer = Layer.effect(Deliveries, Deliveries.make)
}
