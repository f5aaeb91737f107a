import { Data, Effect } from "effect"
import {
  allowInsecureRequests, authorizationCodeGrantRequest, AuthorizationResponseError, calculatePKCECodeChallenge, type Client, ClientSecretBasic, ClientSecretPost,
  customFetch, generateRandomCodeVerifier, generateRandomState, processAuthorizationCodeResponse, processRefreshTokenResponse, refreshTokenGrantRequest, ResponseBodyError,
  type TokenEndpointResponse, validateAuthResponse
} from "oauth4webapi"
import { fetch } from "undici"
import type { Agent } from "undici"
import { failureOf } from "../network/failure.ts"

/** Where somebody agrees, and where tokens are had. */
export interface OAuthAddresses {
  readonly authorize: string
  readonly token: string
  readonly scope: string
  /** What else the other side wants to be asked with. */
  readonly asked?: Readonly<Record<string, string>>
  /** How it wants to know the app: in a header, or beside what is asked. */
  readonly client: "basic" | "post"
}

/** The app that a company is let in by. */
export interface App {
  readonly client_id: string
  readonly client_secret: string
}

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string | undefined
  /** In milliseconds since 1970; nothing where the other side does not say. */
  readonly expires_at: number | null
}

/** Why there are no tokens. `revoked`: whoever agreed has taken it back, or it has ended. */
export class OAuthFault extends Data.TaggedError("OAuthFault")<{ readonly kind: "revoked" | "refused" | "unreachable"; readonly message: string }> {}

const ANSWER_MS = 20_000
const MOST_BYTES = 262_144

const withoutBody = new Set([204, 205, 304])

/** Makes a request as the library asks for it: over connections that are guarded, without redirects, of limited size. */
const fetchBy = (agent: Agent) => async (address: string, init: { readonly method?: string; readonly headers?: object; readonly body?: unknown }) => {
  const response = await fetch(address, {
    method: init.method ?? "GET", headers: { ...init.headers } as Record<string, string>, redirect: "manual", dispatcher: agent, signal: AbortSignal.timeout(ANSWER_MS),
    ...init.body !== undefined && init.body !== null && { body: String(init.body) }
  })
  const text = await response.text()
  if (text.length > MOST_BYTES) throw new Error("The answer is too large.")
  return new Response(withoutBody.has(response.status) ? null : text, { status: response.status, headers: [...response.headers] })
}

const faultOf = (name: string) => (error: unknown): OAuthFault => {
  if (error instanceof ResponseBodyError) {
    const { error: code, error_description: words } = error
    const kind = code === "invalid_grant" ? "revoked" : "refused"
    return new OAuthFault({ kind, message: `${name} answered ${code}${words === undefined ? "" : `: ${words.slice(0, 200)}`}.` })
  }
  if (error instanceof AuthorizationResponseError) {
    return new OAuthFault({ kind: "refused", message: error.error === "access_denied" ? "Whoever was asked did not agree." : `${name} answered ${error.error}.` })
  }
  const { cause, message, name: kind } = error as Error
  if (kind === "OperationProcessingError" || (error as { readonly code?: string }).code?.startsWith("OAUTH_")) {
    return new OAuthFault({ kind: "refused", message: `${name} does not answer as OAuth 2 has it: ${message}.` })
  }
  return new OAuthFault({ kind: "unreachable", message: `${name} cannot be asked for tokens: ${failureOf(cause ?? error)}` })
}

const tokensOf = ({ access_token, expires_in, refresh_token }: TokenEndpointResponse, before?: string): Tokens => ({
  access_token, refresh_token: refresh_token ?? before, expires_at: expires_in === undefined ? null : Date.now() + expires_in * 1_000
})

/** OAuth 2 with the other side (RFC 6749, 7636): somebody agrees there, and tokens follow. */
export const oauthOf = (name: string, configured: URL | undefined, { asked, authorize, client: how, scope, token }: OAuthAddresses, agent: Agent) => {
  const at = (usual: string) => configured === undefined ? usual : configured.href.replace(/\/$/u, "") + new URL(usual).pathname
  const server = { issuer: new URL(at(token)).origin, authorization_endpoint: at(authorize), token_endpoint: at(token) }
  const options = { [customFetch]: fetchBy(agent) as never, [allowInsecureRequests]: at(token).startsWith("http:") }
  const clientOf = ({ client_id }: App): Client => ({ client_id })
  const proofOf = ({ client_secret }: App) => how === "basic" ? ClientSecretBasic(client_secret) : ClientSecretPost(client_secret)
  const attempt = <A>(work: () => Promise<A>) => Effect.tryPromise({ try: work, catch: faultOf(name) })

  return {
    /** Where somebody agrees, and what the answer is checked by. */
    begin: (app: App, redirect: string) =>
      attempt(async () => {
        const [state, verifier] = [generateRandomState(), generateRandomCodeVerifier()]
        const url = new URL(server.authorization_endpoint)
        for (const [key, value] of Object.entries({
          response_type: "code", client_id: app.client_id, redirect_uri: redirect, scope, state, code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256", ...asked
        })) url.searchParams.set(key, value)
        return { url: url.href, state, verifier }
      }),
    /** Tokens for what the other side sent somebody back with. */
    finish: (app: App, redirect: string, answer: URLSearchParams, expected: { readonly state: string; readonly verifier: string }) =>
      attempt(async () => {
        const client = clientOf(app)
        /* Not all that name themselves there do so by the address that is asked for tokens. */
        answer.delete("iss")
        const valid = validateAuthResponse(server, client, answer, expected.state)
        const response = await authorizationCodeGrantRequest(server, client, proofOf(app), valid, redirect, expected.verifier, options)
        return tokensOf(await processAuthorizationCodeResponse(server, client, response))
      }),
    refresh: (app: App, refresh_token: string) =>
      attempt(async () => {
        const client = clientOf(app)
        const response = await refreshTokenGrantRequest(server, client, proofOf(app), refresh_token, options)
        return tokensOf(await processRefreshTokenResponse(server, client, response), refresh_token)
      })
  }
}
