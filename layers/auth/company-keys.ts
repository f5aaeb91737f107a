import { Context, Effect, Layer, Option } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import type { ApiKey, apiKeySorts, NewApiKey, NewStandingConsent } from "#schemas/auth/api-key"
import { prefixOf } from "#schemas/kernel/api-key"
import type { ValidationError } from "#schemas/kernel/errors"
import type { KeyId, UserId } from "#schemas/kernel/ids"
import type { Listed, Paging } from "#schemas/kernel/paging"
import { Caller, type Mode } from "#schemas/kernel/tenancy"
import { hashOf } from "../api-keys.ts"
import { byId, type Order, orderOf, page } from "../page.ts"

export interface ApiKeyQuery extends Paging {
  readonly mode?: Mode
  readonly sort: typeof apiKeySorts[number]
}

const orders = { id: byId } as const satisfies Record<string, Order>

/** The API keys of the caller's company: what is known of them, which is never the key. */
export class CompanyKeys extends Context.Service<CompanyKeys, {
  readonly page: (query: ApiKeyQuery) => Effect.Effect<Listed<ApiKey>, ValidationError>
  /** An API key; nothing for the id of a session or a grant. `lock` keeps others from changing it until the transaction ends. */
  readonly find: (id: KeyId, how?: { readonly lock?: boolean }) => Effect.Effect<Option.Option<ApiKey>>
  readonly add: (key: string, about: NewApiKey, maker: UserId | null) => Effect.Effect<ApiKey, never, Caller>
  /** Puts `key` in the place of the one that is good, which stays so for some minutes; the one before that ends. */
  readonly rotate: (id: KeyId, key: string, minutes: number) => Effect.Effect<ApiKey>
  readonly revoke: (id: KeyId) => Effect.Effect<ApiKey>
  /** Those that were granted before and are named again keep who granted them and when, unless they changed. */
  readonly setStanding: (id: KeyId, consents: ReadonlyArray<NewStandingConsent>, grantor: UserId | null) => Effect.Effect<ApiKey, never, Caller>
}>()("layers/auth/CompanyKeys") {
  static readonly layer = Layer.effect(CompanyKeys, Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const mine = sql.literal("k.company_id = (select current_company()) and k.kind = 'key'")
    const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    const maker = (column: string) =>
      `(select jsonb_build_object('id', u.id, 'name', u.name) from users u where u.company_id = k.company_id and u.id = ${column})`
    const columns = sql.literal(
      "k.id, k.prefix, k.label, k.mode, k.scopes, k.agent, k.allowed_addresses, k.expires_at, k.revoked_at, k.last_used_at, k.created_at, " +
        "case when k.revoked_at is null and k.previous_until > now() then k.previous_until end as previous_key_until, " +
        `${maker("k.created_by")} as created_by, ` +
        "coalesce((select jsonb_agg(jsonb_build_object('verb', s.verb, 'agents', s.agents, 'amount_cap', s.amount_cap, " +
        `'expires_at', ${iso("nullif(s.expires_at, 'infinity')")}, 'granted_by', ${maker("s.granted_by")}, 'created_at', ${iso("s.created_at")}) ` +
        "order by s.verb) from standing_consents s where s.company_id = k.company_id and s.key_id = k.id), '[]') as standing_consents"
    )

    const find: CompanyKeys["Service"]["find"] = Effect.fnUntraced(function*(id, { lock = false } = {}) {
      const rows = yield* sql<ApiKey>`
        select ${columns} from api_keys k where ${mine} and k.id = ${id} ${sql.literal(lock ? "for update of k" : "")}`
      return Option.fromNullishOr(rows[0])
    }, Effect.orDie)

    const known = (id: KeyId) => Effect.map(find(id), Option.getOrThrow)

    return CompanyKeys.of({
      page: ({ mode, sort, ...paging }) =>
        page<ApiKey>(sql, {
          from: sql.literal("api_keys k"),
          columns,
          where: [mine, ...mode === undefined ? [] : [sql`k.mode = ${mode}`]],
          order: orderOf(orders, sort),
          paging
        }).pipe(Effect.catchIf(SqlError.isSqlError, Effect.die)),

      find,

      add: Effect.fnUntraced(function*(key, { agent, allowed_addresses, expires_at, label, mode, scopes }, maker) {
        const { company_id } = yield* Caller
        const [row] = yield* sql<{ id: KeyId }>`insert into api_keys ${
          sql.insert({
            company_id, kind: "key", hash: hashOf(key), prefix: prefixOf(key), label, mode, scopes: [...scopes],
            allowed_addresses: [...allowed_addresses], expires_at, agent, created_by: maker
          })
        } returning id`
        return yield* known(row!.id)
      }, Effect.orDie),

      rotate: Effect.fnUntraced(function*(id, key, minutes) {
        yield* sql`
          update api_keys k set hash = ${hashOf(key)}, prefix = ${prefixOf(key)},
            previous_hash = case when ${minutes}::int > 0 then k.hash end,
            previous_until = case when ${minutes}::int > 0 then now() + make_interval(mins => ${minutes}::int) end
          where ${mine} and k.id = ${id}`
        return yield* known(id)
      }, Effect.orDie),

      revoke: Effect.fnUntraced(function*(id) {
        yield* sql`update api_keys k set revoked_at = now() where ${mine} and k.id = ${id} and k.revoked_at is null`
        return yield* known(id)
      }, Effect.orDie),

      setStanding: Effect.fnUntraced(function*(id, consents, grantor) {
        const { company_id } = yield* Caller
        const named = consents.map(({ verb }) => verb)
        yield* sql`delete from standing_consents where company_id = ${company_id} and key_id = ${id} and not verb = any(${named}::text[])`
        if (consents.length > 0) {
          yield* sql`
            insert into standing_consents as s (company_id, key_id, verb, agents, amount_cap, expires_at, granted_by)
            select ${company_id}::bigint, ${id}::bigint, c.verb, c.agents, c.amount_cap, c.expires_at, ${grantor}::bigint
            from jsonb_to_recordset(${JSON.stringify(consents)}::jsonb)
              as c (verb text, agents boolean, amount_cap bigint, expires_at timestamptz)
            on conflict (company_id, key_id, verb) do update set agents = excluded.agents, amount_cap = excluded.amount_cap,
              expires_at = excluded.expires_at, granted_by = excluded.granted_by, created_at = now()
            where (s.agents, s.amount_cap, s.expires_at) is distinct from (excluded.agents, excluded.amount_cap, excluded.expires_at)`
        }
        return yield* known(id)
      }, Effect.orDie)
    })
  }))
}
