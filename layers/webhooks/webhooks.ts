import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#schemas/kernel/tenancy"
import { webhook, type Webhook, type WebhookHealth, type WebhookId } from "#schemas/webhooks/webhook"
import { SecretStore } from "../auth/secret-store.ts"
import { ServiceConfig } from "../kernel/config.ts"
import { countForLimit, requireRoom } from "../kernel/company-lock.ts"
import { repository } from "../kernel/repository.ts"
import { webhookSecrets } from "./category.ts"

/** Deliveries that wait are counted up to this. */
const MOST_PENDING = 10_000

/** Endpoints of the caller's company and mode. Their secrets can be written here, sealed, and not read. */
export class Webhooks extends Context.Service<Webhooks>()("layers/webhooks/Webhooks", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { webhooksPerCompany } = yield* ServiceConfig
    const store = yield* SecretStore
    const ofMode = Effect.map(Caller, ({ mode }) => sql`livemode = ${mode === "live"}`)
    const webhooks = yield* repository(webhook, {
      softDelete: true,
      /* Team chats are integrations. */
      visible: Effect.succeed(sql`integration is null`),
      computed: {
        enabled: "disabled_at is null",
        previous_secret_until: "case when previous_until > now() then previous_until end"
      }
    })
    const { inTenant, notDeleted } = webhooks.sql
    const switchedOn = {
      active_since: sql`case when disabled_at is null then active_since else clock_timestamp() end`,
      disabled_at: null, disabled_reason: null, failing_since: null
    }
    const switchedOff = { disabled_at: sql`coalesce(disabled_at, now())`, disabled_reason: sql`coalesce(disabled_reason, 'by_request')` }

    return {
      ...webhooks,
      create: Effect.fnUntraced(function*(values: typeof webhook.create.Type & { readonly secret: string }) {
        const caller = yield* Caller
        const secret = webhookSecrets.sealed(store, caller, values.secret)
        return yield* webhooks.create({ ...values, secret })
      }),
      update: (before: Webhook, { enabled, ...changes }: typeof webhook.change.Type) =>
        webhooks.update(before, { ...changes, ...enabled === undefined ? {} : enabled ? switchedOn : switchedOff }),
      /** The secret before it signs too until then. */
      rotate: (before: Webhook, secret: string, previousUntil: string) =>
        Effect.flatMap(Caller, (caller) =>
          webhooks.update(before, { secret: webhookSecrets.sealed(store, caller, secret), previous_until: previousUntil })),
      health: Effect.fnUntraced(function*(id: WebhookId) {
        const [row] = yield* sql<WebhookHealth>`
          select round(d.succeeded::numeric / nullif(d.succeeded + d.failed, 0), 4)::float8 as success_rate, d.*, p.pending
          from (
            select coalesce(sum(succeeded), 0)::bigint as succeeded, coalesce(sum(failed), 0)::bigint as failed,
              max(last_success_at) as last_success_at, max(last_failure_at) as last_failure_at,
              (array_agg(last_error order by day desc) filter (where last_error is not null))[1] as last_error
            from webhook_days where ${inTenant} and webhook_id = ${id} and day > (now() at time zone 'UTC')::date - 7
          ) d, (
            select count(*) as pending from (
              select from webhook_deliveries where ${inTenant} and webhook_id = ${id} and status = 'pending' limit ${MOST_PENDING}) waiting
          ) p`
        return row!
      }, Effect.orDie),
      /** Fails where the company has as many in the mode as it may have. */
      requireRoom: Effect.suspend(() => requireRoom(
        Effect.orDie(Effect.flatMap(ofMode, (mode) => countForLimit(sql, "webhooks", sql`webhooks where ${inTenant} and ${notDeleted} and ${mode}`))),
        webhooksPerCompany, "webhooks"
      ))
    }
  })
}) {
  static readonly layer = Layer.effect(Webhooks, Webhooks.make).pipe(Layer.provide(SecretStore.layer))
}
