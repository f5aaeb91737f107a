import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { challengeOf, newVerifier } from "./driver.ts"

export interface Told {
  readonly status: number
  readonly headers: Headers
  readonly json: any
}

/** Asks by form, as clients do. */
export const form = (base: string, path: string, fields: Readonly<Record<string, string>>) =>
  Effect.promise(async (): Promise<Told> => {
    const response = await fetch(base + path, { method: "POST", body: new URLSearchParams(fields) })
    const text = await response.text()
    return { status: response.status, headers: response.headers, json: text === "" ? undefined : JSON.parse(text) }
  })

export const register = (base: string, metadata: object) =>
  Effect.promise(async (): Promise<Told> => {
    const response = await fetch(`${base}/oauth/register`, {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(metadata)
    })
    return { status: response.status, headers: response.headers, json: await response.json() }
  })

export const REDIRECT = "http://127.0.0.1:7777/callback"

/** A tool client that registered itself at the server, written by hand so that it can do everything wrong. */
export const client = Effect.fnUntraced(function*(metadata: object = {}) {
  const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
  const { json } = yield* register(base, { client_name: "Hand-made", redirect_uris: [REDIRECT], ...metadata })
  const client_id: string = json.client_id
  const verifier = newVerifier()
  const resource = `${base}/api/mcp/connector`

  /** The address that a browser is sent to; what is `undefined` is left out. */
  const authorize = (changed: Readonly<Record<string, string | undefined>> = {}) => {
    const all = {
      client_id, response_type: "code", redirect_uri: REDIRECT, scope: "crm:read crm:write offline_access", state: "st/te &1", resource,
      code_challenge: challengeOf(verifier), code_challenge_method: "S256", ...changed
    }
    const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
    return `/oauth/authorize?${new URLSearchParams(given)}`
  }

  const exchange = (code: string, changed: Readonly<Record<string, string>> = {}, at = base) =>
    form(at, "/oauth/token", { grant_type: "authorization_code", client_id, code, redirect_uri: REDIRECT, code_verifier: verifier, ...changed })

  const refresh = (refresh_token: string, changed: Readonly<Record<string, string>> = {}, at = base) =>
    form(at, "/oauth/token", { grant_type: "refresh_token", client_id, refresh_token, ...changed })

  const introspect = (token: string, at = base) => form(at, "/oauth/introspect", { client_id, token })
  const revoke = (token: string) => form(base, "/oauth/revoke", { client_id, token })

  return { base, client_id, resource, verifier, authorize, exchange, refresh, introspect, revoke }
})
