import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { AccountId, CompanyId, KeyId } from "#schemas/kernel/ids"
import { Caller, type Mode } from "#schemas/kernel/tenancy"
import { hashOf } from "./api-keys.ts"
import { SystemSql } from "../database/connections.ts"
import { one, orDieSql } from "../kernel/sql.ts"
import { Audit } from "./audit.ts"
import { newToken } from "./opaque-tokens.ts"
import { CurrentRequester } from "./anonymous.ts"

/** How long an install token waits to be exchanged. */
export const INSTALL_MINUTES = 5

/** Of what a browser calls itself, in characters: it says so with each attempt. */
const MOST_AGENT = 300

/** Whose token it was: the session that minted it, as it stands now. */
export interface Minter {
  readonly company_id: CompanyId
  readonly account_id: AccountId
  readonly mode: Mode
}

/** Why a token opens nothing. */
export interface Refused {
  readonly _tag: "Refused"
  readonly why: "unknown" | "replayed" | "expired" | "ended"
}

const refusedFor = (why: Refused["why"]): Refused => ({ _tag: "Refused", why })

interface Token {
  readonly company_id: CompanyId
  readonly id: number
  readonly minted_by: KeyId
  readonly mode: Mode
  readonly redeemed_as: KeyId | null
  readonly why: Exclude<Refused["why"], "unknown">
}

const verbs = { replayed: "install_token_replayed", expired: "install_token_expired", ended: "install_token_refused" } as const

/** Tokens that sign a person in elsewhere, once. */
export class InstallTokens extends Context.Service<InstallTokens>()("layers/auth/InstallTokens", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql
    const audit = yield* Audit

    /** The session is good and its person belongs to the company: asked of `api_keys k` and `users u`. */
    const canMint = system.literal(
      "k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) and u.removed_at is null and u.account_id is not null"
    )

    /**
     * What ends all sessions of an account takes its row for itself; until it is done, nobody opens another by a session that it
     * ends. Nobody is removed from the company meanwhile.
     */
    const waitForPerson = (hash: Uint8Array) => system`
      select from install_tokens t
        join api_keys k on k.company_id = t.company_id and k.id = t.minted_by
        join users u on u.company_id = k.company_id and u.id = k.user_id
        join identity.accounts a on a.id = u.account_id
      where t.hash = ${hash}
      for key share of a for share of u`

    /** Of many with the same token PostgreSQL lets one change the row; the others wait for it, and then find it used. */
    const take = (hash: Uint8Array) => system<Minter & { readonly id: number }>`
      update install_tokens t set redeemed_at = now()
      from api_keys k join users u on u.company_id = k.company_id and u.id = k.user_id
      where t.hash = ${hash} and t.redeemed_at is null and t.expires_at > now()
        and k.company_id = t.company_id and k.id = t.minted_by and ${canMint}
      returning t.company_id, t.id, u.account_id, k.mode`

    const tellWhy = Effect.fnUntraced(function*(hash: Uint8Array) {
      const [token] = yield* system<Token>`
        select t.company_id, t.id, t.minted_by, t.redeemed_as, k.mode,
          case when t.redeemed_at is not null then 'replayed' when t.expires_at <= now() then 'expired' else 'ended' end as why
        from install_tokens t join api_keys k on k.company_id = t.company_id and k.id = t.minted_by
        where t.hash = ${hash}`
      if (token === undefined) return refusedFor("unknown")
      const { address, userAgent } = yield* CurrentRequester
      const { company_id, id, minted_by, mode, redeemed_as, why } = token
      yield* audit.write({
        company_id,
        key_id: minted_by,
        verb: verbs[why],
        mode,
        changes: [{
          object: "install_token", id, before: null,
          after: { minted_by, redeemed_as, address, user_agent: userAgent?.slice(0, MOST_AGENT) ?? null }
        }]
      })
      return refusedFor(why)
    })

    return {
      /** For the session that asks, in its company's transaction. */
      mint: Effect.gen(function*() {
        const { company_id, key_id } = yield* Caller
        const token = `ist_${newToken()}`
        const row = yield* one(sql<{ id: number; expires_at: string }>`
          insert into install_tokens (company_id, hash, minted_by, expires_at)
          values (${company_id}, ${hashOf(token)}, ${key_id}, now() + make_interval(mins => ${INSTALL_MINUTES}::int))
          returning id, expires_at`)
        return { ...row, token }
      }),

      /**
       * Uses a token up and opens a session by `open`, all of it or nothing. A token that is known and opens nothing leaves a receipt in
       * the company's audit.
       */
      redeem: <A extends { readonly session_id: KeyId }, R>(token: string, open: (minter: Minter) => Effect.Effect<A, never, R>) =>
        system.withTransaction(Effect.gen(function*() {
          const hash = hashOf(token)
          yield* waitForPerson(hash)
          const [taken] = yield* take(hash)
          /* A refusal is an answer here: to fail would take its receipt back. */
          if (taken === undefined) return yield* tellWhy(hash)
          const { id, ...minter } = taken
          const opened = yield* open(minter)
          yield* system`
            update install_tokens set redeemed_as = ${opened.session_id} where company_id = ${minter.company_id} and id = ${id}`
          return { _tag: "Opened" as const, opened }
        })).pipe(
          orDieSql,
          Effect.flatMap((done) => done._tag === "Opened" ? Effect.succeed(done.opened) : Effect.fail(done))
        )
    }
  })
}) {
  static readonly layer = Layer.effect(InstallTokens, InstallTokens.make)
}
