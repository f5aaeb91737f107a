import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { RequestId, type ValidationError } from "#schemas/kernel/errors"
import type { EventKind } from "#schemas/kernel/events"
import type { Listed, Paging } from "#schemas/kernel/paging"
import { Caller } from "#schemas/kernel/tenancy"
import type { DeliveryId, DeliverySort, DeliveryStatus, WebhookDelivery, WebhookReplay } from "#schemas/webhooks/delivery"
import type { Webhook, WebhookId } from "#schemas/webhooks/webhook"
import { inTenant, where } from "../kernel/sql.ts"
import { byId, orderOf, page } from "../page.ts"

export interface DeliveryQuery extends Paging {
  readonly id: WebhookId
  readonly status?: DeliveryStatus
  readonly kind?: EventKind
  readonly sort: DeliverySort
}

/** What was and is to be told to the endpoints of the caller's company. */
export class Deliveries extends Context.Service<Deliveries, {
  readonly page: (query: DeliveryQuery) => Effect.Effect<Listed<WebhookDelivery>, ValidationError>
  /** Locked until the transaction ends. */
  readonly find: (id: DeliveryId) => Effect.Effect<Option.Option<WebhookDelivery>>
  /** Makes it due now, from the beginning of its schedule. */
  readonly again: (delivery: WebhookDelivery) => Effect.Effect<WebhookDelivery>
  /** Makes a `test.ping` for one endpoint. */
  readonly ping: (webhook: Webhook) => Effect.Effect<WebhookDelivery, never, Caller>
  /** Has all events between two instants told again; the chores do it. */
  readonly replay: (id: WebhookId, since: string, until: string) => Effect.Effect<WebhookReplay, never, Caller>
}>()("layers/webhooks/Deliveries") {
  static readonly layer = Layer.effect(Deliveries, Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const mine = inTenant(sql)
    const columns = sql.literal(
      "id, webhook_id, 'evt_' || event_id as event_id, kind, cause, status, " +
        "case when status = 'pending' then next_attempt_at end as next_attempt_at, " +
        "attempts as attempt_count, log as attempts, answer, created_at, finished_at"
    )

    return Deliveries.of({
      page: ({ id, kind, sort, status, ...paging }) => {
        const filters = where(sql, { status, kind })
        return page<WebhookDelivery>(sql, {
          from: sql.literal("webhook_deliveries"),
          columns,
          where: [mine, sql`webhook_id = ${id}`, ...filters],
          order: orderOf({ id: byId }, sort),
          paging,
          counted: filters.length === 0 ? `webhook_deliveries/${id}` : undefined
        })
      },

      find: Effect.fnUntraced(function*(id) {
        const rows = yield* sql<WebhookDelivery>`
          select ${columns} from webhook_deliveries where ${mine} and id = ${id} for update`
        return Option.fromNullishOr(rows[0])
      }, Effect.orDie),

      /* What is under way at this moment is left to end: it is due as it is. */
      again: Effect.fnUntraced(function*({ id, webhook_id }) {
        const rows = yield* sql<WebhookDelivery>`
          update webhook_deliveries set status = 'pending', position = 0, finished_at = null, next_attempt_at = now()
          where ${mine} and id = ${id} returning ${columns}`
        yield* sql`select pg_notify('webhooks_due', current_company() || ':' || ${String(webhook_id)})`
        return rows[0]!
      }, Effect.orDie),

      ping: Effect.fnUntraced(function*({ id, url }) {
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

      replay: Effect.fnUntraced(function*(id, since, until) {
        const { company_id } = yield* Caller
        const rows = yield* sql<WebhookReplay>`
          insert into webhook_replays (company_id, webhook_id, since, until, next_sequence, last_sequence)
          select ${company_id}, ${id}, ${since}::timestamptz, ${until}::timestamptz,
            coalesce(sequence_since(${company_id}, ${since}::timestamptz), 1),
            coalesce((select max(sequence) from events where ${mine}), 0)
          returning id, webhook_id, since, until, created_at`
        return rows[0]!
      }, Effect.orDie)
    })
  }))
}
