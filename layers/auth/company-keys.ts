import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type ApiKey, apiKey, type NewStandingConsent } from "#schemas/auth/api-key"
import { prefixOf } from "#schemas/kernel/api-key"
import type { KeyId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import { hashOf } from "./api-keys.ts"
import { recordChange } from "../kernel/receipts/change-log.ts"
import { repository } from "../kernel/repository.ts"
import { memberNamed } from "./members.ts"

const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const standingConsents = `coalesce((
  select jsonb_agg(jsonb_build_object('verb', s.verb, 'agents', s.agents, 'amount_cap', s.amount_cap,
    'expires_at', ${iso("nullif(s.expires_at, 'infinity')")}, 'granted_by', ${memberNamed("s.granted_by", "s.company_id")},
    'created_at', ${iso("s.created_at")}) order by s.verb)
  from standing_consents s where s.company_id = api_keys.company_id and s.key_id = api_keys.id), '[]')`

/** The API keys of the caller's company: what is known of them, which is never the key. */
export class CompanyKeys extends Context.Service<CompanyKeys>()("layers/auth/CompanyKeys", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const keys = yield* repository(apiKey, {
      noun: "API key",
      only: "kind = 'key'",
      equal: ["mode"],
      computed: {
        previous_key_until: "case when revoked_at is null and previous_until > now() then previous_until end",
        created_by: memberNamed("api_keys.created_by", "api_keys.company_id"),
        standing_consents: standingConsents
      }
    })
    return {
      page: keys.page,
      records: keys.records,

      /** Kept from others until the transaction ends. It is read again, with the standing consents that were given while this waited. */
      lock: (id: KeyId) => Effect.andThen(keys.get(id, { lock: true }), keys.get(id)),

      add: Effect.fnUntraced(function*(key: string, values: typeof apiKey.create.Type) {
        const { person } = yield* Caller
        return yield* keys.create(
          { ...values, kind: "key", hash: hashOf(key), prefix: prefixOf(key), created_by: person?.user_id ?? null },
          { events: ["api_key.created"] }
        )
      }),

      /** Puts `key` in the place of the one that is good, which stays so for some minutes; the one before that ends. */
      rotate: (before: ApiKey, key: string, minutes: number) =>
        keys.update(before, {
          hash: hashOf(key),
          prefix: prefixOf(key),
          previous_hash: sql`case when ${minutes}::int > 0 then hash end`,
          previous_until: sql`case when ${minutes}::int > 0 then now() + make_interval(mins => ${minutes}::int) end`
        }, { events: ["api_key.rotated"] }),

      revoke: (before: ApiKey) => keys.update(before, { revoked_at: sql`now()` }, { events: ["api_key.revoked"] }),

      /** Those that were granted before and are named again keep who granted them and when, unless they changed. */
      setStanding: Effect.fnUntraced(function*(before: ApiKey, consents: ReadonlyArray<NewStandingConsent>) {
        const { company_id, person } = yield* Caller
        const { id } = before
        const verbs = consents.map(({ verb }) => verb)
        yield* Effect.orDie(sql`
          delete from standing_consents where company_id = ${company_id} and key_id = ${id} and not verb = any(${verbs}::text[])`)
        if (consents.length > 0) {
          yield* Effect.orDie(sql`
            insert into standing_consents as s (company_id, key_id, verb, agents, amount_cap, expires_at, granted_by)
            select ${company_id}::bigint, ${id}::bigint, c.verb, c.agents, c.amount_cap, c.expires_at, ${person?.user_id ?? null}::bigint
            from jsonb_to_recordset(${JSON.stringify(consents)}::jsonb)
              as c (verb text, agents boolean, amount_cap bigint, expires_at timestamptz)
            on conflict (company_id, key_id, verb) do update set agents = excluded.agents, amount_cap = excluded.amount_cap,
              expires_at = excluded.expires_at, granted_by = excluded.granted_by, created_at = now()
            where (s.agents, s.amount_cap, s.expires_at) is distinct from (excluded.agents, excluded.amount_cap, excluded.expires_at)`)
        }
        const after = yield* keys.get(id)
        yield* recordChange({ object: "api_key", id, before, after })
        return after
      })
    }
  })
}) {
  static readonly layer = Layer.effect(CompanyKeys, CompanyKeys.make)
}
