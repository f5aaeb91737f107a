import { Context, Effect, Layer, Option } from "effect"
import type { CompanyId, KeyId } from "#schemas/kernel/ids"
import type { Caller } from "#schemas/kernel/tenancy"
import { ApiKeys, hashOf, random } from "./api-keys.ts"
import { SystemSql } from "./database.ts"

/** How long one stays signed in, whatever one does. */
export const SESSION_HOURS = 12

/** A browser that showed an API key and may act as it. */
export interface Session {
  readonly id: number
  /** What the key may do now, not when it was shown. */
  readonly caller: Caller["Service"]
  readonly company: { readonly name: string; readonly time_zone: string }
  readonly key: { readonly label: string; readonly prefix: string }
}

interface Row {
  readonly id: number
  readonly company_id: CompanyId
  readonly key_id: KeyId
  readonly name: string
  readonly time_zone: string
  readonly label: string
  readonly prefix: string
}

const token = /^[A-Za-z0-9_-]{43}$/

/** Has the shape of a token: anything else needs no query to be nobody's. */
export const isTokenShaped = (text: string): boolean => token.test(text)

/** 256 random bits for a cookie. */
export const newToken = (): string => Buffer.from(random(32)).toString("base64url")

/**
 * Sessions of the pages. A session holds neither its token nor the key: the token's hash finds it, and the key is looked at
 * each time, so that a revoked, expired or narrowed key is so here at once.
 */
export class DashboardSessions extends Context.Service<DashboardSessions, {
  /** Makes a session and answers with its token, which is never to be seen again. */
  readonly open: (caller: Caller["Service"]) => Effect.Effect<string>
  /** Nobody's when it ended, or when the key may not be used any more or not from this address. */
  readonly find: (token: string, address: string) => Effect.Effect<Option.Option<Session>>
  readonly close: (token: string) => Effect.Effect<void>
}>()("layers/DashboardSessions") {
  static readonly layer = Layer.effect(DashboardSessions, Effect.gen(function*() {
    const sql = yield* SystemSql
    const keys = yield* ApiKeys
    return DashboardSessions.of({
      open: Effect.fnUntraced(function*({ company_id, key_id }) {
        const made = newToken()
        yield* sql`insert into dashboard_sessions (company_id, key_id, token_hash, expires_at)
          values (${company_id}, ${key_id}, ${hashOf(made)}, now() + make_interval(hours => ${SESSION_HOURS}::int))`
        return made
      }, Effect.orDie),
      find: Effect.fnUntraced(function*(shown, address) {
        if (!isTokenShaped(shown)) return Option.none()
        const [row] = yield* sql<Row>`
          select s.id, s.company_id, s.key_id, c.name, c.time_zone, k.label, k.prefix
          from dashboard_sessions s
          join companies c on c.id = s.company_id
          join api_keys k on k.company_id = s.company_id and k.id = s.key_id
          where s.token_hash = ${hashOf(shown)} and s.expires_at > now()`
        if (row === undefined) return Option.none()
        const { company_id, id, key_id, label, name, prefix, time_zone } = row
        const answer = yield* keys.lookUpId(company_id, key_id, address)
        return answer._tag === "Refused" ? Option.none() : Option.some({
          id,
          caller: answer.caller,
          company: { name, time_zone },
          key: { label, prefix }
        })
      }, Effect.orDie),
      close: (shown) =>
        sql`delete from dashboard_sessions where token_hash = ${hashOf(shown)}`.pipe(Effect.asVoid, Effect.orDie)
    })
  }))
}
