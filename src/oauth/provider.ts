import type { EventEmitter } from "node:events"
import type Provider from "oidc-provider"
import type { ClientMetadata, Configuration, KoaContextWithOIDC } from "oidc-provider"
import type { JWK } from "jose"
import type { OAuthClients } from "#layers/oauth/clients"
import type { ClientDocuments } from "#layers/oauth/documents"
import type { Ended, OAuthGrants } from "#layers/oauth/grants"
import type { OAuthRecords } from "#layers/oauth/records"
import { adapterOver } from "./adapter.ts"
import { checkedMetadata } from "./client-metadata.ts"
import { commandLine, resourceFor } from "./command-line.ts"
import { currentNetwork } from "./library-context.ts"
import { COOKIES, pathOf } from "./interaction.ts"
import { oauthPaths } from "./paths.ts"
import { type ErrorPage, redirectGuard } from "./redirect-guard.ts"
import { grantable, OFFLINE } from "./scopes.ts"

const HOUR = 3_600
const DAY = 24 * HOUR
/** A code is collected by a program, at once. */
const CODE_SECONDS = 60
const REFRESH_SECONDS = 60 * DAY
const GRANT_SECONDS = 365 * DAY

/** What the authorization server is made of. */
export interface Parts {
  readonly origin: string
  readonly clients: OAuthClients["Service"]
  readonly documents: ClientDocuments["Service"]
  readonly grants: OAuthGrants["Service"]
  readonly records: OAuthRecords["Service"]
  /** Signs cookies; the same on all processes. */
  readonly cookieKey: string
  readonly signingKey: JWK
  readonly errorPage: ErrorPage
  readonly failed: (error: unknown) => void
}

/** Which way a grant ended that no person here ended. */
const whyOf = (ctx: KoaContextWithOIDC | undefined): Ended =>
  ctx?.oidc.route === "revocation"
    ? "oauth_disconnected"
    : ctx?.oidc.params?.["grant_type"] === "refresh_token"
    ? "oauth_refresh_reused"
    : "oauth_code_replayed"

/**
 * The authorization server: OAuth 2.1 for tool clients. Code with PKCE, refresh tokens that are good once, tokens for one
 * resource; every request waits for a person, on a page of ours.
 */
export const providerOf = async ({ clients, cookieKey, documents, failed, grants, origin, records, signingKey, errorPage }: Parts): Promise<Provider> => {
  const { default: Library, errors, interactionPolicy: { Check, Prompt } } = await import("oidc-provider")
  const asked = new Check("person", "a person has to agree each time", "consent_required", ({ oidc }) => oidc.result?.consent === undefined)
  const prompts = [
    new Prompt({ name: "consent", requestable: true }, asked),
    new Prompt({ name: "login", requestable: true }),
    new Prompt({ name: "select_account", requestable: true })
  ]

  const configuration: Configuration = {
    adapter: adapterOver({
      clients,
      grants,
      records,
      why: () => whyOf(Library.ctx),
      usedBefore: (kind) => new errors.InvalidGrant(`${kind} already used`)
    }),
    clients: [commandLine],
    jwks: { keys: [{ ...signingKey }] },
    cookies: {
      keys: [cookieKey],
      names: COOKIES,
      long: { httpOnly: true, sameSite: "lax", signed: true },
      short: { httpOnly: true, sameSite: "lax", signed: true }
    },
    routes: {
      authorization: oauthPaths.authorize, token: oauthPaths.token, revocation: oauthPaths.revoke,
      introspection: oauthPaths.introspect, registration: oauthPaths.register, jwks: oauthPaths.jwks
    },
    scopes: [OFFLINE],
    claims: {},
    responseTypes: ["code"],
    clientAuthMethods: ["none"],
    clientDefaults: {
      application_type: "native",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      id_token_signed_response_alg: "EdDSA"
    },
    /* Anything that is no metadata of its own makes the library ask. */
    extraClientMetadata: {
      properties: ["software_id"],
      validator: (_, __, ___, metadata: ClientMetadata) => checkedMetadata(metadata, (message) => new errors.InvalidClientMetadata(message))
    },
    sectorIdentifierUriValidate: () => false,
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    clientBasedCORS: () => true,
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    issueRefreshToken: (_, client) => client.grantTypeAllowed("refresh_token"),
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    revokeGrantPolicy: () => true,
    interactions: { policy: prompts, url: (_, { uid }) => pathOf(uid) },
    ttl: {
      AccessToken: HOUR,
      AuthorizationCode: CODE_SECONDS,
      RefreshToken: (ctx) => Math.max(1, Math.min(REFRESH_SECONDS, ctx.oidc.entities.Grant?.remainingTTL ?? REFRESH_SECONDS)),
      Grant: GRANT_SECONDS,
      Interaction: HOUR,
      Session: HOUR,
      IdToken: HOUR
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      revocation: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
      introspection: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
      clientIdMetadataDocument: { enabled: true, ack: "draft-02", allowFetch: () => true, allowClient: () => true },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_, { clientId }) => resourceFor(clientId, origin),
        useGrantedResource: () => true,
        getResourceServerInfo: (_, indicator, { clientId }) => {
          const resource = resourceFor(clientId, origin)
          if (indicator !== resource) throw new errors.InvalidTarget(`tokens are given for ${resource} only`)
          return { scope: grantable.join(" "), audience: resource, accessTokenTTL: HOUR, accessTokenFormat: "opaque" }
        }
      }
    },
    fetch: (url) => documents.fetch(String(url), currentNetwork()),
    renderError: (ctx, { error, error_description }) => {
      const { body, headers } = errorPage(String(error_description ?? error))
      ctx.set({ ...headers })
      ctx.type = "html"
      ctx.body = body
    }
  }

  const provider = new Library(origin, configuration)
  provider.proxy = true
  const emitter: EventEmitter = provider
  emitter.on("error", failed)
  provider.on("server_error", (_, error) => failed(error))
  provider.use(redirectGuard(origin, errorPage))
  provider.use(async (ctx, next) => {
    await next()
    const cookies = ctx.response.headers["set-cookie"]
    if (Array.isArray(cookies)) ctx.set("set-cookie", cookies.filter((cookie) => !cookie.startsWith(COOKIES.session)))
  })
  return provider
}
