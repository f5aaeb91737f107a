import { Context, Effect, Layer } from "effect"
import type { AccountId, CompanyId, KeyId, UserId } from "#schemas/kernel/ids"
import type { Mode } from "#schemas/kernel/tenancy"
import { hashOf } from "./api-keys.ts"
import { SystemSql } from "../database/connections.ts"
import { one } from "../kernel/sql.ts"
import { newToken } from "./opaque-tokens.ts"

/** How long a session lasts at most, whatever is done in it. */
const SESSION_DAYS = 30

/** Whose session it is, and how it is to be known in a list of them. */
interface NewSession {
  readonly company_id: CompanyId
  readonly user_id: UserId
  readonly account_id: AccountId
  readonly mode: Mode
  readonly label: string
  readonly userAgent: string | undefined
  readonly address: string
  /** Whoever opens it has just proved who they are by all that their account asks for, not by another session of theirs. */
  readonly steppedUp?: boolean
}

export interface OpenedSession {
  /** The session's id, which is its credential's. */
  readonly key_id: KeyId
  /** Shown once; only its hash is kept. */
  readonly refresh_token: string
  readonly expires_at: string
}

export const newRefreshToken = (): string => `rft_${newToken()}`

/** Begins sessions, with `SystemSql`, since people who sign in have no session yet. */
export class Sessions extends Context.Service<Sessions>()("layers/auth/Sessions", {
  make: Effect.gen(function*() {
    const sql = yield* SystemSql
    return {
      open: ({ account_id, address, company_id, label, mode, steppedUp = false, userAgent, user_id }: NewSession) =>
        sql.withTransaction(Effect.gen(function*() {
          const { expires_at, id: key_id } = yield* one(sql<{ id: KeyId; expires_at: string }>`
            insert into api_keys (company_id, kind, user_id, prefix, label, mode, scopes, expires_at)
            values (${company_id}, 'session', ${user_id}, '', ${label}, ${mode}, '{}', now() + make_interval(days => ${SESSION_DAYS}::int))
            returning id, expires_at`)
          yield* sql`
            insert into sessions (company_id, key_id, account_id, user_agent, address, stepped_up_at)
            values (${company_id}, ${key_id}, ${account_id}, ${userAgent?.slice(0, 300) ?? null}, ${address},
              case when ${steppedUp}::boolean then now() end)`
          const refresh_token = newRefreshToken()
          yield* sql`insert into refresh_tokens ${sql.insert({ company_id, key_id, hash: hashOf(refresh_token) })}`
          return { key_id, refresh_token, expires_at }
        })).pipe(Effect.orDie)
    }
  })
}) {
  static readonly layer = Layer.effect(Sessions, Sessions.make)
}
