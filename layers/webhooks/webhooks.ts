import { Context, Effect, Layer, Option } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import type { ValidationError } from "#schemas/kernel/errors"
import type { Listed, Paging } from "#schemas/kernel/paging"
import { Caller } from "#schemas/kernel/tenancy"
import type { NewWebhook, Webhook, WebhookChanges, WebhookHealth, WebhookId, WebhookSort } from "#schemas/webhooks/webhook"
import { ServiceConfig } from "../config.ts"
import { countForLimit } from "../kernel/company-lock.ts"
import { byId, type Order, orderOf, page } from "../page.ts"

export interface WebhookQuery extends Paging {
  readonly sort: WebhookSort
}

const orders = {
  id: byId,
  created_at: { column: "created_at", type: "timestamptz", descending: false }
} as const satisfies Record<string, Order>

/** Deliveries that wait are counted up to this. */
const MOST_PENDING = 10_000

/** Endpoints of the caller's company and mode. Their secrets can be written here and not read. */
export class Webhooks extends Context.Service<Webhooks, {
  readonly page: (query: WebhookQuery) => Effect.Effect<Listed<Webhook>, ValidationError, Caller>
  /** `lock` keeps others from changing it until the transaction ends. */
  readonly find: (id: WebhookId, how?: { readonly lock?: boolean }) => Effect.Effect<Option.Option<Webhook>, never, Caller>
  readonly health: (id: WebhookId) => Effect.Effect<WebhookHealth>
  /** As many as the company has in the mode, and may have. Until the transaction ends no other adds one. */
  readonly room: Effect.Effect<{ readonly had: number; readonly most: number }, never, Caller>
  readonly add: (webhook: Omit<NewWebhook, "secret">, secret: string) => Effect.Effect<Webhook, never, Caller>
  readonly change: (id: WebhookId, changes: WebhookChanges) => Effect.Effect<Webhook>
  /** The secret before it signs too until then. */
  readonly rotate: (id: WebhookId, secret: string, previousUntil: string) => Effect.Effect<Webhook>
  readonly remove: (id: WebhookId) => Effect.Effect<Webhook>
}>()("layers/webhooks/Webhooks") {
  static readonly layer = Layer.effect(Webhooks, Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { webhooksPerCompany } = yield* ServiceConfig
    const mine = sql.literal("company_id = (select current_company()) and deleted_at is null")
    const columns = sql.literal(
      "id, url, events, description, livemode, disabled_at is null as enabled, disabled_at, disabled_reason, failing_since, " +
        "case when previous_until > now() then previous_until end as previous_secret_until, version, created_at, updated_at"
    )
    const touched = sql.literal("version = version + 1, updated_at = now()")
    const switched = (on: boolean | undefined) =>
      sql.literal(
        on === undefined
          ? ""
          : on
          ? "active_since = case when disabled_at is null then active_since else clock_timestamp() end, " +
            "disabled_at = null, disabled_reason = null, failing_since = null,"
          : "disabled_at = coalesce(disabled_at, now()), disabled_reason = coalesce(disabled_reason, 'by_request'),"
      )
    const ofMode = Effect.map(Caller, ({ mode }) => sql`livemode = ${mode === "live"}`)

    return Webhooks.of({
      page: Effect.fnUntraced(function*({ sort, ...paging }) {
        return yield* page<Webhook>(sql, {
          from: sql.literal("webhooks"),
          columns,
          where: [mine, yield* ofMode],
          order: orderOf(orders, sort),
          paging
        })
      }, Effect.catchIf(SqlError.isSqlError, Effect.die)),

      find: Effect.fnUntraced(function*(id, { lock = false } = {}) {
        const rows = yield* sql<Webhook>`
          select ${columns} from webhooks where ${mine} and ${yield* ofMode} and id = ${id}
          ${sql.literal(lock ? "for update" : "")}`
        return Option.fromNullishOr(rows[0])
      }, Effect.orDie),

      health: Effect.fnUntraced(function*(id) {
        const [row] = yield* sql<WebhookHealth>`
          select round(d.succeeded::numeric / nullif(d.succeeded + d.failed, 0), 4)::float8 as success_rate, d.*, p.pending
          from (
            select coalesce(sum(succeeded), 0)::bigint as succeeded, coalesce(sum(failed), 0)::bigint as failed,
              max(last_success_at) as last_success_at, max(last_failure_at) as last_failure_at,
              (array_agg(last_error order by day desc) filter (where last_error is not null))[1] as last_error
            from webhook_days
            where company_id = (select current_company()) and webhook_id = ${id} and day > (now() at time zone 'UTC')::date - 7
          ) d, (
            select count(*) as pending from (
              select from webhook_deliveries where company_id = (select current_company()) and webhook_id = ${id}
                and status = 'pending' limit ${MOST_PENDING}) waiting
          ) p`
        return row!
      }, Effect.orDie),

      room: Effect.gen(function*() {
        const had = yield* countForLimit(sql, "webhooks", sql`webhooks where ${mine} and ${yield* ofMode}`)
        return { had, most: webhooksPerCompany }
      }).pipe(Effect.orDie),

      add: Effect.fnUntraced(function*({ description, events, url }, secret) {
        const { company_id, mode } = yield* Caller
        const rows = yield* sql<Webhook>`insert into webhooks ${
          sql.insert({ company_id, url, events: [...events], description, livemode: mode === "live", secret })
        } returning ${columns}`
        return rows[0]!
      }, Effect.orDie),

      change: Effect.fnUntraced(function*(id, { enabled, events, ...changes }) {
        const fields = { ...changes, ...events !== undefined && { events: [...events] } }
        const set = Object.keys(fields).length === 0 ? sql.literal("") : sql`${sql.update(fields)},`
        const rows = yield* sql<Webhook>`
          update webhooks set ${set} ${switched(enabled)} ${touched} where ${mine} and id = ${id} returning ${columns}`
        return rows[0]!
      }, Effect.orDie),

      rotate: Effect.fnUntraced(function*(id, secret, previousUntil) {
        const rows = yield* sql<Webhook>`
          update webhooks set secret = ${secret}, previous_until = ${previousUntil}, ${touched}
          where ${mine} and id = ${id} returning ${columns}`
        return rows[0]!
      }, Effect.orDie),

      remove: Effect.fnUntraced(function*(id) {
        const rows = yield* sql<Webhook>`
          update webhooks set deleted_at = now(), ${touched} where ${mine} and id = ${id} returning ${columns}`
        return rows[0]!
      }, Effect.orDie)
    })
  }))
}
