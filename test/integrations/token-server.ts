import { randomUUID } from "node:crypto"
import { Redacted } from "effect"
import type { Credentials } from "#layers/integrations/access"
import { type Answer, answer, type Asked } from "../providers/provider-server.ts"

export const APP = { client_id: "app.apps.googleusercontent.com", client_secret: "GOCSPX-0123456789" }

/** Tokens of another system: they end when they are told to, and a refresh token that was used is good no more (RFC 6749, 6). */
export const tokenServer = () => {
  let token: string | undefined
  let refreshToken: string | undefined
  let most = Number.POSITIVE_INFINITY
  let left = most
  const counts = { refreshed: 0, refusedRefreshes: 0 }

  const issue = () => {
    left = most
    token = `ya29.${randomUUID()}`
    refreshToken = `1//${randomUUID()}`
    return { access_token: token, refresh_token: refreshToken }
  }
  const granted = () => answer(200, { ...issue(), token_type: "Bearer", expires_in: 3_600 })

  /* In a header both are encoded as in a form (RFC 6749, 2.3.1). */
  const isApp = (form: URLSearchParams, authorization = "") => {
    const [id, secret] = Buffer.from(authorization.replace(/^Basic /u, ""), "base64").toString().split(":").map(decodeURIComponent)
    return (form.get("client_id") ?? id) === APP.client_id && (form.get("client_secret") ?? secret) === APP.client_secret
  }

  const lets = ({ authorization }: Asked["headers"]) => {
    if (token === undefined || authorization !== `Bearer ${token}`) return false
    if (--left < 1) token = undefined
    return true
  }

  return {
    counts,
    /** What a company is let in with once somebody agreed. */
    agreed: (): Credentials => {
      const { access_token, refresh_token } = issue()
      return { ...APP, client_secret: Redacted.make(APP.client_secret), token: Redacted.make(access_token), refresh_token: Redacted.make(refresh_token), expires_at: null }
    },
    /** The token that is good now is good no more. */
    end: () => void (token = undefined),
    /** Whoever agreed has taken it back. */
    revoke: () => {
      token = undefined
      refreshToken = undefined
    },
    /** Each token is good for so many requests from now on. */
    endAfter: (requests: number) => {
      most = requests
      left = requests
    },
    /** To who asks for tokens, by a code if there are codes (`isCode`), and to who is not let in; nothing to anybody else. */
    answer: ({ body, headers, method }: Asked, refusal: object, isCode: (form: URLSearchParams) => boolean = () => false): Answer | undefined => {
      const form = new URLSearchParams(body.toString())
      const kind = form.get("grant_type")
      if (method !== "POST" || (kind !== "refresh_token" && kind !== "authorization_code")) return lets(headers) ? undefined : answer(401, refusal)
      if (!isApp(form, headers.authorization)) return answer(401, { error: "invalid_client" })
      if (kind === "authorization_code") return isCode(form) ? granted() : answer(400, { error: "invalid_grant" })
      if (refreshToken === undefined || form.get("refresh_token") !== refreshToken) {
        counts.refusedRefreshes++
        return answer(400, { error: "invalid_grant", error_description: "Token has been expired or revoked." })
      }
      counts.refreshed++
      return granted()
    }
  }
}

export type TokenServer = ReturnType<typeof tokenServer>
