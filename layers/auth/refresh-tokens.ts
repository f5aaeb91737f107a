import { Context, Effect, Layer, Option } from "effect"
import type { AccountId, CompanyId, KeyId } from "#schemas/kernel/ids"
import type { Mode } from "#schemas/kernel/tenancy"
import { hashOf } from "./api-keys.ts"
import { SystemSql } from "../database/connections.ts"
import { one } from "../kernel/sql.ts"
import { Audit } from "./audit.ts"
import { newRefreshToken } from "./sessions.ts"
import { CurrentRequester } from "./anonymous.ts"

/** A session whose refresh token was taken, with the next one. */
interface Refreshed {
  readonly company_id: CompanyId
  readonly key_id: KeyId
  readonly account_id: AccountId
  readonly refresh_token: string
  readonly expires_at: string
}

interface Session extends Omit<Refreshed, "refresh_token"> {
  readonly mode: Mode
  /** Neither revoked nor over. */
  readonly open: boolean
}

type SessionRef = Pick<Session, "company_id" | "key_id">

/** Refresh tokens, each good once, with `SystemSql`: whoever has one has nothing else. */
export class RefreshTokens extends Context.Service<RefreshTokens>()("layers/auth/RefreshTokens", {
  make: Effect.gen(function*() {
    const sql = yield* SystemSql
    const audit = yield* Audit

    /** Locked until the transaction ends, so that it is not ended while its next token is made. */
    const lockSession = ({ company_id, key_id }: SessionRef) =>
      one(sql<Session>`
        select k.company_id, k.id as key_id, s.account_id, k.expires_at, k.mode,
          k.revoked_at is null and k.expires_at > now() and u.removed_at is null and u.account_id is not null as open
        from api_keys k join sessions s on s.company_id = k.company_id and s.key_id = k.id
          join users u on u.company_id = k.company_id and u.id = k.user_id
        where k.company_id = ${company_id} and k.id = ${key_id} for update of k`)

    const stolen = Effect.fnUntraced(function*({ account_id, company_id, key_id, mode }: Session) {
      const { address } = yield* CurrentRequester
      yield* sql`update api_keys set revoked_at = now() where company_id = ${company_id} and id = ${key_id}`
      yield* audit.write({
        company_id,
        key_id,
        verb: "refresh_token_reused",
        mode,
        changes: [{ object: "session", id: key_id, before: { revoked: false }, after: { revoked: true, account_id, address } }]
      })
    })

    return {
      /**
       * Takes a token and gives the next. Nothing where it is unknown or its session is over. One that was taken before is in two
       * hands: its session ends, and the audit of the company tells from where it came.
       */
      exchange: (token: string) => {
        const hash = hashOf(token)
        return sql.withTransaction(Effect.gen(function*() {
          const [taken] = yield* sql<SessionRef>`
            update refresh_tokens set used_at = now() where hash = ${hash} and used_at is null returning company_id, key_id`
          const [before] = taken === undefined
            ? yield* sql<SessionRef>`select company_id, key_id from refresh_tokens where hash = ${hash}`
            : []
          const which = taken ?? before
          if (which === undefined) return Option.none()
          const session = yield* lockSession(which)
          if (!session.open) return Option.none()
          if (taken === undefined) {
            yield* stolen(session)
            return Option.none()
          }
          const { account_id, company_id, expires_at, key_id } = session
          const refresh_token = newRefreshToken()
          yield* sql`insert into refresh_tokens ${sql.insert({ company_id, key_id, hash: hashOf(refresh_token) })}`
          yield* sql`update sessions set refreshed_at = now() where company_id = ${company_id} and key_id = ${key_id}`
          return Option.some({ account_id, company_id, expires_at, key_id, refresh_token })
        })).pipe(Effect.orDie)
      }
    }
  })
}) {
  static readonly layer = Layer.effect(RefreshTokens, RefreshTokens.make)
}
