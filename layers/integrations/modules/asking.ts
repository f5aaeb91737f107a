import { Option, Redacted, Schema } from "effect"
import { HttpClientRequest } from "effect/http"
import type { Call } from "../../providers/http.ts"
import type { Access } from "../access.ts"
import type { Unreadable } from "../module.ts"

/** All that must be told to nobody. */
export const secretsOf = ({ credentials: { client_secret, refresh_token, secret_address, token } }: Access): ReadonlyArray<Redacted.Redacted> =>
  [client_secret, refresh_token, secret_address, token].filter((one) => one !== undefined)

const tokenOf = ({ credentials: { token } }: Access) => token === undefined ? "" : Redacted.value(token)

/** A read, by the company's token. */
export const reading = (access: Access, operation: string, url: string, headers: Readonly<Record<string, string>> = {}): Call => ({
  operation, repeat: "always", secrets: secretsOf(access),
  request: HttpClientRequest.get(url).pipe(HttpClientRequest.bearerToken(tokenOf(access)), HttpClientRequest.setHeaders(headers)),
  largest: 16 * 1_048_576
})

/** A write that may be made again: it carries a name by which the other side knows it. */
export const writing = (
  access: Access, operation: string, method: "POST" | "PUT", url: string, body: unknown, headers: Readonly<Record<string, string>> = {}
): Call => ({
  operation, repeat: "keyed", secrets: secretsOf(access),
  request: HttpClientRequest.make(method)(url).pipe(
    HttpClientRequest.bearerToken(tokenOf(access)), HttpClientRequest.bodyJsonUnsafe(body), HttpClientRequest.setHeaders({ accept: "application/json", ...headers })
  )
})

const idIn = (value: unknown, names: ReadonlyArray<string>): string | null => {
  if (typeof value !== "object" || value === null) return null
  const id = names.map((name) => (value as Record<string, unknown>)[name]).find((one) => typeof one === "string" || typeof one === "number")
  return id === undefined ? null : String(id)
}

/** Items that are as documented, and the others with what is wrong with them: one that is not keeps nobody from the rest. */
export const eachOf = <A>(schema: Schema.Codec<A, unknown>, object: Unreadable["object"], ...ids: ReadonlyArray<string>) => {
  const decode = Schema.decodeUnknownOption(schema)
  return (items: ReadonlyArray<unknown>): { readonly good: ReadonlyArray<A>; readonly unreadable: ReadonlyArray<Unreadable> } => {
    const good: Array<A> = []
    const unreadable: Array<Unreadable> = []
    for (const item of items) {
      const found = decode(item)
      if (Option.isSome(found)) good.push(found.value)
      else unreadable.push({ object, remote_id: idIn(item, ids), reason: "It is not as the other side documents such records." })
    }
    return { good, unreadable }
  }
}

export const maybe = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** A text that says something. */
export const said = (text: string | null | undefined): string | undefined => text === null || text === undefined || text.trim() === "" ? undefined : text.trim()
