import { Redacted } from "effect"
import { HttpClientRequest } from "effect/http"
import { formOf } from "../form.ts"
import type { Call } from "../http.ts"

export interface TwilioAccount {
  readonly account_sid: Redacted.Redacted
  readonly auth_token: Redacted.Redacted
}

/** Requests to Twilio, as all of its adapter makes them. `base` is of its API, `prices` of where it tells what things cost. */
export const twilioCalls = ({ account_sid, auth_token }: TwilioAccount, base: string, prices: string) => {
  const account = Redacted.value(account_sid)
  const basic = Redacted.make(Buffer.from(`${account}:${Redacted.value(auth_token)}`).toString("base64"))
  const root = `${base}/2010-04-01/Accounts/${encodeURIComponent(account)}`

  const asked = (operation: string, request: HttpClientRequest.HttpClientRequest, repeat: Call["repeat"]): Call => ({
    operation, repeat,
    secrets: [auth_token, basic, account_sid],
    request: HttpClientRequest.setHeader(request, "authorization", `Basic ${Redacted.value(basic)}`)
  })
  const got = (operation: string, url: string, query: Record<string, string>) => asked(operation, HttpClientRequest.get(url, { urlParams: query }), "always")
  return {
    read: (operation: string, path: string, query: Record<string, string> = {}) => got(operation, `${root}/${path}`, query),
    pricing: (operation: string, path: string) => got(operation, `${prices}/v1/${path}`, {}),
    /* A text or a call that was asked for twice comes twice. */
    write: (operation: string, path: string, fields: Parameters<typeof formOf>[0], repeated: ReadonlyArray<readonly [string, string]> = []) =>
      asked(operation, HttpClientRequest.post(`${root}/${path}`).pipe(HttpClientRequest.bodyUrlParams([...formOf(fields), ...repeated])), "never"),
    /* To end a call twice is to end it once. */
    put: (operation: string, path: string, fields: Parameters<typeof formOf>[0]) =>
      asked(operation, HttpClientRequest.post(`${root}/${path}`).pipe(HttpClientRequest.bodyUrlParams(formOf(fields))), "always"),
    remove: (operation: string, path: string) => asked(operation, HttpClientRequest.delete(`${root}/${path}`), "always")
  }
}
export type TwilioCalls = ReturnType<typeof twilioCalls>
