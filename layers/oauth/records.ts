import { Context, Effect, Layer, Option } from "effect"
import type { Statement } from "effect/sql"
import { SystemSql } from "../database/connections.ts"
import { exists } from "../kernel/sql.ts"
import { hashOfRecord, openedWith, sealedUnder } from "./sealed.ts"

/** What the authorization server keeps: a request that waits for a person, a grant, a code or a token. */
export interface OAuthRecord {
  readonly kind: string
  /** Of a code or a token, the code or the token itself. */
  readonly id: string
  readonly payload: object
  /** Of its life. */
  readonly seconds: number
  /** What it was given under, as the authorization server calls it. */
  readonly grantId: string | undefined
  /** Where a token is good. */
  readonly resource: string | undefined
}

interface Row {
  readonly sealed: Uint8Array
  readonly consumed: boolean
}

export const hashOfGrant = (grantId: string): Uint8Array => hashOfRecord("Grant", grantId)

/**
 * Tokens: each lengthens the life of the connection, which ends when nothing of it can be used any more. With the first the client
 * has collected what it was given, and the connection stands by itself.
 */
const lasting = new Set(["AccessToken", "RefreshToken"])

/**
 * What the authorization server keeps, with `SystemSql`. Nothing of a grant whose connection was revoked, has ended or whose
 * person left the company is found any more; nor of one that was not collected yet, once the session ended in which somebody agreed.
 */
export class OAuthRecords extends Context.Service<OAuthRecords>()("layers/oauth/OAuthRecords", {
  make: Effect.gen(function*() {
    const sql = yield* SystemSql

    const live = sql.literal(`exists (
      select from oauth_grants g join api_keys k on k.company_id = g.company_id and k.id = g.key_id
        join users u on u.company_id = k.company_id and u.id = k.user_id
        left join api_keys s on s.company_id = g.agreed_company_id and s.id = g.agreed_key_id
      where g.grant_hash = r.grant_hash and k.revoked_at is null and k.expires_at > now() and u.removed_at is null
        and (g.agreed_key_id is null or (s.revoked_at is null and s.expires_at > now())))`)

    /** Processes that remember a token hear of it as of any change of a credential. */
    const removeWhere = Effect.fnUntraced(function*(which: Statement.Fragment) {
      const removed = yield* sql<{ grant_hash: Uint8Array | null }>`delete from identity.oauth_records where ${which} returning grant_hash`
      const hashes = removed.flatMap(({ grant_hash }) => grant_hash === null ? [] : [grant_hash])
      if (hashes.length === 0) return
      yield* sql`
        select pg_notify('access_changed', company_id::text) from oauth_grants where ${sql.in("grant_hash", hashes)} group by company_id`
    }, Effect.orDie)

    return {
      save: ({ grantId, id, kind, payload, resource, seconds }: OAuthRecord) => {
        const grant_hash = kind === "Grant" ? hashOfGrant(id) : grantId === undefined ? null : hashOfGrant(grantId)
        const sealed = sealedUnder(kind, id, JSON.stringify(payload))
        return sql.withTransaction(Effect.gen(function*() {
          yield* sql`
            insert into identity.oauth_records (kind, hash, grant_hash, resource, sealed, expires_at)
            values (${kind}, ${hashOfRecord(kind, id)}, ${grant_hash}, ${resource ?? null}, ${sealed}, now() + make_interval(secs => ${seconds}::int))
            on conflict (kind, hash) do update set sealed = excluded.sealed, expires_at = excluded.expires_at`
          if (grant_hash === null || !lasting.has(kind)) return
          yield* sql`
            update oauth_grants set agreed_company_id = null, agreed_key_id = null where grant_hash = ${grant_hash} and agreed_key_id is not null`
          yield* sql`
            update api_keys k set expires_at = least(k.created_at + interval '1 year', now() + make_interval(secs => ${seconds}::int))
            from oauth_grants g
            where g.grant_hash = ${grant_hash} and k.company_id = g.company_id and k.id = g.key_id and k.revoked_at is null
              and k.expires_at < least(k.created_at + interval '1 year', now() + make_interval(secs => ${seconds}::int))`
        })).pipe(Effect.orDie)
      },

      find: Effect.fnUntraced(function*(kind: string, id: string) {
        const [row] = yield* sql<Row>`
          select r.sealed, r.consumed_at is not null as consumed from identity.oauth_records r
          where r.kind = ${kind} and r.hash = ${hashOfRecord(kind, id)} and r.expires_at > now() and (r.grant_hash is null or ${live})`
        return Option.flatMap(Option.fromUndefinedOr(row), ({ consumed, sealed }) =>
          Option.map(openedWith(kind, id, sealed), (text) => ({ payload: JSON.parse(text) as object, consumed })))
      }, Effect.orDie),

      /** Whether this was its first use; of many at once, one is. */
      consume: (kind: string, id: string) =>
        exists(sql`update identity.oauth_records set consumed_at = now()
          where kind = ${kind} and hash = ${hashOfRecord(kind, id)} and consumed_at is null returning 1`),

      remove: (kind: string, id: string) => removeWhere(sql`kind = ${kind} and hash = ${hashOfRecord(kind, id)}`),

      /** Removes all of a kind that were given under a grant. */
      revoke: (kind: string, grantId: string) => removeWhere(sql`kind = ${kind} and grant_hash = ${hashOfGrant(grantId)}`)
    }
  })
}) {
  static readonly layer = Layer.effect(OAuthRecords, OAuthRecords.make)
}
