import { Array as Arr, Clock, Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { AccountId } from "#schemas/kernel/ids"
import { hashOf } from "./api-keys.ts"
import { SystemSql } from "../database/connections.ts"
import { one } from "../kernel/sql.ts"
import { addressOf, newRecoveryCodes, newTotpSecret, stepOf, typed } from "./codes.ts"
import { twoFactorSecrets } from "./category.ts"
import { SecretStore } from "./secret-store.ts"

/** What a code came from: the authenticator app, or the list of recovery codes. */
type CodeKind = "app" | "recovery"

/** How an account stands with its second factor. */
export interface TwoFactorRow {
  readonly email: string
  /** Since when it is on; `null` while it is off, also between setting it up and the first code. */
  readonly since: string | null
  readonly pending: boolean
  readonly recovery_codes_left: number
}

/** Takes a code, once and for all: nothing where it is wrong, was taken before, or the account has no second factor. */
type Take = (account: AccountId, code: string) => Effect.Effect<CodeKind | undefined>

/** Codes are taken where they are compared, in one UPDATE each, so that of many requests with one code a single one has it. */
const taking = (sql: SqlClient.SqlClient, secretStore: SecretStore["Service"]): Take =>
  Effect.fnUntraced(function*(account, text) {
    const { code, kind } = typed(text)
    if (kind === "recovery") {
      const used = yield* sql`
        update identity.recovery_codes r set used_at = now()
        where r.account_id = ${account} and r.hash = ${hashOf(code)} and r.used_at is null and exists (
          select from identity.accounts a where a.id = r.account_id and a.totp_confirmed_at is not null)
        returning 1`
      return used.length > 0 ? kind : undefined
    }
    const [row] = yield* sql<{ totp_secret: string }>`
      select totp_secret from identity.accounts where id = ${account} and totp_confirmed_at is not null`
    if (row === undefined) return undefined
    const secret = twoFactorSecrets.opened(secretStore, { id: account }, row.totp_secret)
    if (Option.isNone(secret)) {
      yield* Effect.logError(
        `The second factor of account ${account} was sealed with a SECRET_KEY that is not here: no code of its app opens.`
      )
      return undefined
    }
    const step = stepOf(secret.value, code, yield* Clock.currentTimeMillis)
    if (step === undefined) return undefined
    const taken = yield* sql`
      update identity.accounts set totp_last_step = ${step}
      where id = ${account} and totp_secret = ${row.totp_secret} and totp_confirmed_at is not null
        and (totp_last_step is null or totp_last_step < ${step}) returning 1`
    return taken.length > 0 ? kind : undefined
  }, Effect.orDie)

/** The second factor of accounts: an authenticator app (RFC 6238), and recovery codes for when it is lost. */
export class TwoFactors extends Context.Service<TwoFactors>()("layers/auth/TwoFactors", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql
    const secretStore = yield* SecretStore
    return {
      /** With `SystemSql`, at once: for those who sign in. */
      takeToSignIn: taking(system, secretStore),
      /** In the transaction of a company that the account belongs to, and taken back with it. */
      take: taking(sql, secretStore),

      /** Of an account of the caller's company; `lock` keeps others from changing it until the transaction ends. */
      find: (account: AccountId, { lock = false }: { readonly lock?: boolean } = {}) =>
        one(sql<TwoFactorRow>`
          select email, totp_confirmed_at as since, totp_secret is not null and totp_confirmed_at is null as pending,
            (select count(*) from identity.recovery_codes where account_id = ${account} and used_at is null) as recovery_codes_left
          from identity.accounts where id = ${account} ${sql.literal(lock ? "for no key update" : "")}`),

      /** A new secret, in base32, and what an app reads from a QR code. Nothing is asked for until a code of it was shown. */
      begin: Effect.fnUntraced(function*(account: AccountId, email: string) {
        const secret = newTotpSecret()
        const sealed = twoFactorSecrets.sealed(secretStore, { id: account }, secret)
        yield* sql`
          update identity.accounts set totp_secret = ${sealed}, totp_confirmed_at = null, totp_last_step = null where id = ${account}`
        return { secret, uri: addressOf(secret, email) }
      }, Effect.orDie),

      /** Turns it on with a first code; `false` where the code is wrong. */
      confirm: Effect.fnUntraced(function*(account: AccountId, text: string) {
        const { totp_secret } = yield* one(sql<{ totp_secret: string }>`select totp_secret from identity.accounts where id = ${account}`)
        const { code, kind } = typed(text)
        const now = yield* Clock.currentTimeMillis
        const secret = kind === "app" ? twoFactorSecrets.opened(secretStore, { id: account }, totp_secret) : Option.none()
        const step = Option.getOrUndefined(Option.map(secret, (secret) => stepOf(secret, code, now)))
        if (step === undefined) return false
        yield* sql`update identity.accounts set totp_confirmed_at = now(), totp_last_step = ${step} where id = ${account}`
        return true
      }, Effect.orDie),

      /** Recovery codes in place of all before. Shown once; only their hashes are kept. */
      renewCodes: Effect.fnUntraced(function*(account: AccountId) {
        const codes = newRecoveryCodes()
        yield* sql`delete from identity.recovery_codes where account_id = ${account}`
        yield* sql`insert into identity.recovery_codes ${
          sql.insert(Arr.map(codes, (code) => ({ account_id: account, hash: hashOf(typed(code).code) })))
        }`
        return codes
      }, Effect.orDie),

      remove: Effect.fnUntraced(function*(account: AccountId) {
        yield* sql`delete from identity.recovery_codes where account_id = ${account}`
        yield* sql`
          update identity.accounts set totp_secret = null, totp_confirmed_at = null, totp_last_step = null where id = ${account}`
      }, Effect.orDie)
    }
  })
}) {
  static readonly layer = Layer.effect(TwoFactors, TwoFactors.make)
}
