import { Data, Effect } from "effect"
import {
  allowInsecureRequests, authorizationCodeGrantRequest, AuthorizationResponseError, type AuthorizationServer, calculatePKCECodeChallenge, discoveryRequest,
  generateRandomCodeVerifier, generateRandomState, None, processAuthorizationCodeResponse, processDiscoveryResponse, processRefreshTokenResponse,
  refreshTokenGrantRequest, ResponseBodyError, revocationRequest, type TokenEndpointResponse, validateAuthResponse
} from "oauth4webapi"
import { COMMAND_LINE } from "#schemas/auth/command-line"
import type { Tokens } from "./profile-file.ts"
import { plain } from "./terminal.ts"

/** Why there are no tokens. `ended`: the person or the service has ended the connection, or nobody agreed to one. */
export class ConnectionFault extends Data.TaggedError("ConnectionFault")<{ readonly kind: "ended" | "refused" | "unreachable"; readonly message: string }> {}

const ANSWER_MS = 20_000

const client = { client_id: COMMAND_LINE }

const optionsFor = (url: string) => ({
  [allowInsecureRequests]: url.startsWith("http:"), signal: () => AbortSignal.timeout(ANSWER_MS)
})

const faultOf = (url: string) => (error: unknown): ConnectionFault => {
  if (error instanceof AuthorizationResponseError) {
    return new ConnectionFault({ kind: "ended", message: error.error === "access_denied" ? "Nobody agreed: nothing was connected." : `${url} answered ${plain(error.error)}.` })
  }
  if (error instanceof ResponseBodyError && error.status < 500 && error.status !== 429) {
    const why = error.error_description === undefined ? error.error : `${error.error}, ${error.error_description}`
    return new ConnectionFault({ kind: error.error === "invalid_grant" ? "ended" : "refused", message: `${url} answered: ${plain(why).slice(0, 300)}.` })
  }
  const { code, message } = error as Error & { readonly code?: string }
  if (code === "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED") {
    return new ConnectionFault({ kind: "refused", message: `The service at ${url} calls itself something else: sign in with --url and its own address, as SITE_URL has it.` })
  }
  return code?.startsWith("OAUTH_") === true && !(error instanceof ResponseBodyError)
    ? new ConnectionFault({ kind: "refused", message: `${url} does not let people sign in as this service does: ${plain(message)}.` })
    : new ConnectionFault({ kind: "unreachable", message: `The service at ${url} cannot be reached: see that it runs, or set --url.` })
}

const attempt = <A>(url: string, work: () => Promise<A>) => Effect.tryPromise({ try: work, catch: faultOf(url) })

const serverAt = (url: string) =>
  attempt(url, async () => processDiscoveryResponse(new URL(url), await discoveryRequest(new URL(url), { algorithm: "oauth2", ...optionsFor(url) })))

const tokensOf = ({ access_token, expires_in, refresh_token }: TokenEndpointResponse, before = ""): Tokens => ({
  access: access_token, refresh: refresh_token ?? before, expires_at: Date.now() + (expires_in ?? 0) * 1_000
})

/** What a service says of how people sign in to it. */
export interface SignIn {
  readonly server: AuthorizationServer
  /** What somebody can give to the command line. */
  readonly scopes: ReadonlyArray<string>
}

const OFFLINE = "offline_access"

export const signInAt = (url: string) =>
  Effect.map(serverAt(url), (server): SignIn => ({ server, scopes: (server.scopes_supported ?? []).filter((scope) => scope !== OFFLINE) }))

/** Where somebody agrees, and what the answer is checked by. */
export const question = ({ server }: SignIn, redirect: string, scopes: ReadonlyArray<string>) =>
  Effect.promise(async () => {
    const [state, verifier] = [generateRandomState(), generateRandomCodeVerifier()]
    const address = new URL(server.authorization_endpoint!)
    for (const [name, value] of Object.entries({
      response_type: "code", client_id: COMMAND_LINE, redirect_uri: redirect, scope: [...scopes, OFFLINE].join(" "), state,
      code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: "S256"
    })) address.searchParams.set(name, value)
    return { address: address.href, state, verifier }
  })

/** Tokens for what the browser came back with. */
export const exchanged = (
  url: string, { server }: SignIn, redirect: string, answer: URLSearchParams, { state, verifier }: { readonly state: string; readonly verifier: string }
) =>
  attempt(url, async () => {
    const valid = validateAuthResponse(server, client, answer, state)
    const response = await authorizationCodeGrantRequest(server, client, None(), valid, redirect, verifier, optionsFor(url))
    const given = await processAuthorizationCodeResponse(server, client, response)
    return { tokens: tokensOf(given), scopes: given.scope?.split(" ").filter((scope) => scope !== OFFLINE) ?? [] }
  })

export const refreshed = (url: string, { refresh }: Tokens) =>
  Effect.flatMap(serverAt(url), (server) =>
    attempt(url, async () => {
      const response = await refreshTokenGrantRequest(server, client, None(), refresh, optionsFor(url))
      return tokensOf(await processRefreshTokenResponse(server, client, response), refresh)
    }))

/** Ends the connection that the tokens are of (RFC 7009). */
export const revoked = (url: string, { refresh }: Tokens) =>
  Effect.flatMap(serverAt(url), (server) =>
    attempt(url, async () => {
      const { ok, status } = await revocationRequest(server, client, None(), refresh, optionsFor(url))
      if (!ok) throw new Error(`It answered ${status}.`)
    }))
