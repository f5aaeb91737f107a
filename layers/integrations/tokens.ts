import { Context, Effect, Layer, Option, Redacted } from "effect"
import type { IntegrationKey } from "#schemas/integrations/catalogue"
import { Tenancy } from "../kernel/tenancy.ts"
import { type ProviderError, ProviderUnauthorized, ProviderUnavailable } from "../providers/errors.ts"
import type { Access } from "./access.ts"
import { Connections } from "./connections.ts"
import { modules } from "./modules/all.ts"
import type { OAuthFault } from "./oauth.ts"
import { Partners } from "./partners.ts"

/** A token is renewed this long before it ends, so that none ends on its way. */
const EARLY_MS = 60_000

const about = (provider: string, reason: string, message: string) => ({ provider, operation: "refresh_token", reason, message, attempts: 1 })

const errorOf = (key: string, { kind, message }: OAuthFault): ProviderError =>
  kind === "unreachable" ? new ProviderUnavailable(about(key, kind, message)) : new ProviderUnauthorized(about(key, kind, message))

/**
 * What lets the caller's company in elsewhere, with a token that is good. One that ends is renewed under a lock of the database: many take a refresh token
 * once only, so that two processes that used it would lose the connection.
 */
export class Tokens extends Context.Service<Tokens>()("layers/integrations/Tokens", {
  make: Effect.gen(function*() {
    const connections = yield* Connections
    const partners = yield* Partners
    const tenancy = yield* Tenancy

    const known = Effect.fnUntraced(function*(key: IntegrationKey): Effect.fn.Return<Access, ProviderError, Effect.Services<ReturnType<typeof connections.access>>> {
      const access = yield* connections.access(key)
      if (Option.isSome(access)) return access.value
      return yield* new ProviderUnauthorized(about(key, "sealed", "Its credentials cannot be read: connect it again."))
    })

    const isGood = ({ credentials: { expires_at, token } }: Access, failing: Redacted.Redacted | undefined) =>
      token !== undefined && (failing === undefined || Redacted.value(token) !== Redacted.value(failing)) &&
      (expires_at === undefined || expires_at === null || expires_at > Date.now() + EARLY_MS)

    const renewed = Effect.fnUntraced(function*(key: IntegrationKey, failing: Redacted.Redacted | undefined) {
      yield* connections.lock(key)
      const access = yield* known(key)
      /* Somebody else renewed it meanwhile. */
      if (isGood(access, failing)) return access
      const { credentials } = access
      const app = partners.appOf(key, credentials)
      if (app === undefined || credentials.refresh_token === undefined) {
        return yield* new ProviderUnauthorized(about(key, "ended", "The connection has ended there, and nothing renews it: connect it again."))
      }
      const oauth = yield* partners.oauthTo(key)
      const tokens = yield* Effect.mapError(oauth.refresh(app, Redacted.value(credentials.refresh_token)), (fault) => errorOf(key, fault))
      const after: Access["credentials"] = {
        ...credentials, token: Redacted.make(tokens.access_token), expires_at: tokens.expires_at,
        ...tokens.refresh_token !== undefined && { refresh_token: Redacted.make(tokens.refresh_token) }
      }
      yield* connections.setCredentials(key, after)
      return { ...access, credentials: after }
    }, Effect.scoped)

    return {
      /** With a token that is good now. `failing` is one that the other side did not take. */
      fresh: Effect.fnUntraced(function*(key: IntegrationKey, failing?: Redacted.Redacted) {
        const access = yield* known(key)
        if (modules[key]?.oauth === undefined || isGood(access, failing)) return access
        return yield* tenancy.transaction(renewed(key, failing))
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Tokens, Tokens.make)
}
