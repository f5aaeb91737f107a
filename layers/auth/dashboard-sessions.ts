import { Context, Effect, Layer, Option } from "effect"
import type { CompanyId, KeyId } from "#schemas/kernel/ids"
import type { Caller } from "#schemas/kernel/tenancy"
import { ApiKeys, hashOf } from "./api-keys.ts"
import type { CredentialRef } from "./credential-grant.ts"
import { SystemSql } from "../database/connections.ts"
import { execute } from "../kernel/sql.ts"
import { isTokenShaped, newToken } from "./opaque-tokens.ts"

/** How long one stays signed in, whatever one does. */
export const SESSION_HOURS = 12

/** A browser in which somebody signed in, or that showed an API key, and that may act as them. */
export interface Session {
  readonly id: number
  /** What they may do now, not when they signed in. */
  readonly caller: Caller["Service"]
  readonly company: { readonly name: string; readonly time_zone: string; readonly locale: string }
  readonly key: { readonly label: string; readonly prefix: string }
  /** Undefined where an API key was shown. */
  readonly person: { readonly name: string; readonly email: string } | undefined
}

interface Row {
  readonly id: number
  readonly company_id: CompanyId
  readonly key_id: KeyId
  readonly secret_version: number
  readonly name: string
  readonly time_zone: string
  readonly locale: string
  readonly label: string
  readonly prefix: string
  readonly person_name: string | null
  readonly email: string | null
}

/**
 * Sessions of the pages. A session holds neither its token nor the credential: the token's hash finds it, and the credential
 * is looked at each time, so that one that was revoked, expired or narrowed is so here at once. A session that a key was shown for
 * ends with that secret, when the key is rotated.
 */
export class DashboardSessions extends Context.Service<DashboardSessions>()("layers/DashboardSessions", {
  make: Effect.gen(function*() {
    const sql = yield* SystemSql
    const keys = yield* ApiKeys
    return {
      /**
       * Makes a session and answers with its token, which is never to be seen again. Somebody's sign-in that a browser was given
       * ends when the browser is to have forgotten it.
       */
      open: Effect.fnUntraced(function*({ company_id, key_id, secret_version = 1 }: CredentialRef) {
        const made = newToken()
        yield* sql`with ended as (
            update api_keys set expires_at = least(expires_at, now() + make_interval(hours => ${SESSION_HOURS}::int))
            where company_id = ${company_id} and id = ${key_id} and kind = 'session')
          insert into dashboard_sessions (company_id, key_id, secret_version, token_hash, expires_at)
          values (${company_id}, ${key_id}, ${secret_version}, ${hashOf(made)}, now() + make_interval(hours => ${SESSION_HOURS}::int))`
        return made
      }, Effect.orDie),
      /** Nothing when it ended, or when its credential may not be used any more or not from this address. */
      find: Effect.fnUntraced(function*(shown: string, address: string) {
        if (!isTokenShaped(shown)) return Option.none()
        const [row] = yield* sql<Row>`
          select s.id, s.company_id, s.key_id, s.secret_version, c.name, c.time_zone, c.locale, k.label, k.prefix, u.name as person_name, u.email
          from dashboard_sessions s
          join companies c on c.id = s.company_id
          join api_keys k on k.company_id = s.company_id and k.id = s.key_id
          left join users u on u.company_id = k.company_id and u.id = k.user_id
          where s.token_hash = ${hashOf(shown)} and s.expires_at > now()`
        if (row === undefined) return Option.none()
        const { company_id, email, id, key_id, label, locale, name, person_name, prefix, secret_version, time_zone } = row
        const answer = yield* keys.lookUpId({ company_id, key_id, secret_version }, address)
        return answer._tag === "Refused" ? Option.none() : Option.some({
          id,
          caller: answer.caller,
          company: { name, time_zone, locale },
          key: { label, prefix },
          person: email === null || person_name === null ? undefined : { name: person_name, email }
        })
      }, Effect.orDie),
      close: (shown: string) => execute(sql`delete from dashboard_sessions where token_hash = ${hashOf(shown)}`)
    }
  })
}) {
  static readonly layer = Layer.effect(DashboardSessions, DashboardSessions.make)
}
