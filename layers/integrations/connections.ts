import { hash } from "node:crypto"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { IntegrationKey } from "#schemas/integrations/catalogue"
import type { Integration, IntegrationState } from "#schemas/integrations/integration"
import type { CompanyId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import { SecretStore } from "../auth/secret-store.ts"
import { SystemSql } from "../database/connections.ts"
import { execute, exists, first, inTenant as inTenantOf, one } from "../kernel/sql.ts"
import { addressTokens } from "../payments/address-tokens.ts"
import { type Access, Credentials, type IntegrationSettings } from "./access.ts"
import { inboundTokens, integrationSecrets } from "./category.ts"

/** How the company is connected to another system. */
export interface ConnectionRow extends Pick<Integration, "account" | "connected_at" | "checked_at" | "failure" | "key" | "last_synced_at"> {
  readonly id: number
  readonly state: Exclude<IntegrationState, "not_connected">
  readonly settings: IntegrationSettings
}

/** What is written when a system is connected. */
export interface NewConnectionRow extends Access {
  readonly key: IntegrationKey
  readonly state: ConnectionRow["state"]
  readonly account: string | null
}

const KeptCredentials = Schema.fromJsonString(Credentials)

/** What the answer of the other side is checked by, while somebody is asked to agree there. */
export const Challenge = Schema.Struct({ url: Schema.String, state: Schema.String, verifier: Schema.String, redirect: Schema.String })
export type Challenge = typeof Challenge.Type
const KeptChallenge = Schema.fromJsonString(Challenge)

const digestOf = (state: string) => hash("sha256", state, "hex")

/** For so long somebody may think about it. */
const CHALLENGE = "10 minutes"

/** The other systems that the caller's company is connected to. Both modes share them. */
export class Connections extends Context.Service<Connections>()("layers/integrations/Connections", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const store = yield* SecretStore
    const system = yield* SystemSql
    const inTenant = inTenantOf(sql)
    const addresses = yield* addressTokens<number>(inboundTokens)
    /* A team chat that was switched off no longer takes messages. */
    const columns = sql.literal(`i.id, i.key, case when w.disabled_at is not null then 'needs_reconnection' else i.state end as state, i.account, i.settings,
      coalesce(i.failure, case w.disabled_reason when 'gone' then 'The channel no longer takes messages.' when 'failing' then 'No message arrived for five days.' end)
        as failure, i.connected_at, i.checked_at, i.last_synced_at`)
    const from = sql.literal(`integrations i left join webhooks w on w.company_id = i.company_id and w.integration = i.key and w.deleted_at is null`)
    const own = sql.literal("i.company_id = (select current_company())")

    return {
      all: Effect.orDie(sql<ConnectionRow>`select ${columns} from ${from} where ${own} order by i.id`),
      find: (key: IntegrationKey) => first(sql<ConnectionRow>`select ${columns} from ${from} where ${own} and i.key = ${key}`),
      /** Until the transaction ends nobody else connects or disconnects it. */
      hold: (key: IntegrationKey) => execute(sql`select pg_advisory_xact_lock(hashtextextended(${`integration ${key} `}::text || current_company(), 0))`),
      /** Until the transaction ends nobody else reads its credentials in order to renew them. */
      lock: (key: IntegrationKey) => execute(sql`select from integrations where ${inTenant} and key = ${key} for update`),
      /** In place of what was there. */
      connect: Effect.fnUntraced(function*({ account, credentials, key, settings, state }: NewConnectionRow) {
        const { company_id } = yield* Caller
        const text = yield* Effect.orDie(Schema.encodeUnknownEffect(KeptCredentials)(credentials))
        const secret = integrationSecrets.sealed(store, { company_id }, text)
        return yield* one(sql<{ id: number }>`
          insert into integrations (company_id, key, state, account, settings, secret, connected_at, checked_at)
          values (${company_id}, ${key}, ${state}, ${account}, ${JSON.stringify(settings)}::jsonb, ${secret}, now(), now())
          on conflict (company_id, key) do update set state = excluded.state, account = excluded.account, settings = excluded.settings, secret = excluded.secret,
            connected_at = now(), checked_at = now(), failure = null, challenge = null, challenge_hash = null, challenge_until = null
          returning id`)
      }),
      /** The same credentials with another token; they are no news to anybody. */
      setCredentials: Effect.fnUntraced(function*(key: IntegrationKey, credentials: Credentials) {
        const { company_id } = yield* Caller
        const text = yield* Effect.orDie(Schema.encodeUnknownEffect(KeptCredentials)(credentials))
        yield* execute(sql`update integrations set secret = ${integrationSecrets.sealed(store, { company_id }, text)} where ${inTenant} and key = ${key}`)
      }),
      /** Keeps what the answer of the other side will be checked by. */
      setChallenge: Effect.fnUntraced(function*(key: IntegrationKey, challenge: Challenge) {
        const { company_id } = yield* Caller
        const text = yield* Effect.orDie(Schema.encodeUnknownEffect(KeptChallenge)(challenge))
        yield* execute(sql`update integrations set challenge = ${integrationSecrets.sealed(store, { company_id }, text)}, challenge_hash = ${digestOf(challenge.state)},
          challenge_until = now() + ${CHALLENGE}::interval where ${inTenant} and key = ${key}`)
      }),
      /** Whose authorization was begun with this. */
      byChallenge: (state: string) =>
        first(system<{ company_id: CompanyId; key: IntegrationKey }>`select company_id, key from integrations where challenge_hash = ${digestOf(state)} and challenge_until > now()`),
      /** What the authorization under way is checked by, if any is. */
      challenge: Effect.fnUntraced(function*(key: IntegrationKey) {
        const { company_id } = yield* Caller
        const row = yield* first(sql<{ challenge: string | null }>`select challenge from integrations where ${inTenant} and key = ${key} and challenge_until > now()`)
        const opened = Option.flatMap(row, ({ challenge }) => challenge === null ? Option.none() : integrationSecrets.opened(store, { company_id }, challenge))
        return Option.isNone(opened) ? Option.none<Challenge>() : Option.some(yield* Effect.orDie(Schema.decodeUnknownEffect(KeptChallenge)(opened.value)))
      }),
      /** The same, once: whoever else comes finds nothing. */
      takeChallenge: Effect.fnUntraced(function*(key: IntegrationKey, state: string) {
        const { company_id } = yield* Caller
        const row = yield* first(sql<{ challenge: string }>`
          update integrations i set challenge = null, challenge_hash = null, challenge_until = null from integrations b
          where i.company_id = (select current_company()) and i.key = ${key} and i.challenge_hash = ${digestOf(state)} and i.challenge_until > now()
            and b.company_id = i.company_id and b.id = i.id returning b.challenge`)
        const opened = Option.flatMap(row, ({ challenge }) => integrationSecrets.opened(store, { company_id }, challenge))
        return Option.isNone(opened) ? Option.none<Challenge>() : Option.some(yield* Effect.orDie(Schema.decodeUnknownEffect(KeptChallenge)(opened.value)))
      }),
      remove: (key: IntegrationKey) =>
        Effect.andThen(
          execute(sql`delete from integration_addresses where ${inTenant} and key = ${key}`),
          execute(sql`delete from integrations where ${inTenant} and key = ${key}`)
        ),
      /** What it is let in with; nothing where that was sealed with a SECRET_KEY that is not here. */
      access: Effect.fnUntraced(function*(key: IntegrationKey) {
        const { company_id } = yield* Caller
        const row = yield* first(sql<{ secret: string; settings: IntegrationSettings }>`select secret, settings from integrations where ${inTenant} and key = ${key}`)
        if (Option.isNone(row)) return Option.none<Access>()
        const opened = integrationSecrets.opened(store, { company_id }, row.value.secret)
        if (Option.isNone(opened)) return Option.none<Access>()
        const credentials = yield* Effect.orDie(Schema.decodeUnknownEffect(KeptCredentials)(opened.value))
        return Option.some<Access>({ credentials, settings: row.value.settings })
      }),
      setState: (key: IntegrationKey, state: ConnectionRow["state"], failure: string | null) =>
        execute(sql`update integrations set state = ${state}, failure = ${failure}, checked_at = case when ${failure === null} then now() else checked_at end
          where ${inTenant} and key = ${key}`),

      /** Makes the address by which another system sends data, where there is none. */
      makeAddress: Effect.fnUntraced(function*(key: IntegrationKey) {
        const { company_id } = yield* Caller
        const { token, token_hash } = yield* addresses.newToken
        yield* execute(sql`insert into integration_addresses (company_id, key, token_hash, token) values (${company_id}, ${key}, ${token_hash}, ${token})
          on conflict (company_id, key) do nothing`)
      }),
      /** What the address holds that another system sends to, if there is one. */
      addressOf: Effect.fnUntraced(function*(key: IntegrationKey) {
        const row = yield* first(sql<{ id: number }>`select id from integration_addresses where ${inTenant} and key = ${key}`)
        if (Option.isNone(row)) return null
        return (yield* addresses.tokens([row.value.id])).get(row.value.id) ?? null
      }),
      byAddress: addresses.byToken,

      /** Whether the company is the demo, of which nobody outside hears. */
      isDemo: exists(sql`select from companies where id = (select current_company()) and demo`)
    }
  })
}) {
  static readonly layer = Layer.effect(Connections, Connections.make).pipe(Layer.provide(SecretStore.layer))
}
