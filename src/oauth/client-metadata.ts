import type { ClientMetadata } from "oidc-provider"

const MOST_REDIRECTS = 20
const MOST_LENGTH = 2_000
const MOST_NAME = 100

/** Marks that are not seen, or that turn around what is read after them. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** NUL and halves of characters, as JSON spells them: no database keeps them. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/iu

/** The scheme of an application's own: a name that its maker has, turned around, so with a dot (RFC 8252, section 7.1). */
const ofApplication = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/u

const loopback: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"])

/** Whether a browser may be sent to an address: over TLS, on this machine, or to an application. */
const isAnswerable = ({ hostname, protocol }: URL): boolean =>
  protocol === "https:" || (protocol === "http:" ? loopback.has(hostname) : ofApplication.test(protocol))

/** What a client calls itself, as it can be shown to a person; its id where it calls itself nothing. */
export const nameOf = (metadata: { readonly client_name?: unknown; readonly client_id?: unknown }): string => {
  const name = String(metadata.client_name ?? "").replaceAll(unseen, "").replaceAll(/\s+/gu, " ").trim().slice(0, MOST_NAME).toWellFormed()
  return name === "" ? String(metadata.client_id).slice(0, MOST_NAME) : name
}

/**
 * Holds every client to what a public client of today is: no secret, answers to addresses over TLS, to this machine or to an
 * application's own scheme, and only by code. What it asks for beyond that is replaced, which registration allows (RFC 7591,
 * section 3.2.1).
 */
export const checkedMetadata = (metadata: ClientMetadata, errorOf: (message: string) => Error): void => {
  const given = metadata as { -readonly [K in keyof ClientMetadata]: ClientMetadata[K] }
  const redirects: unknown = given.redirect_uris
  if (Array.isArray(redirects)) {
    if (redirects.length > MOST_REDIRECTS) throw errorOf(`redirect_uris may hold ${MOST_REDIRECTS} addresses`)
    for (const uri of redirects) {
      if (typeof uri !== "string") continue
      if (uri.length > MOST_LENGTH) throw errorOf(`redirect_uris may hold addresses of ${MOST_LENGTH} characters`)
      const parsed = URL.parse(uri)
      if (parsed === null) throw errorOf("redirect_uris must hold whole addresses")
      if (parsed.username !== "" || parsed.password !== "") throw errorOf("redirect_uris must not hold a user name or a password")
      if (!isAnswerable(parsed)) {
        throw errorOf("redirect_uris may begin with https, with http on this machine (127.0.0.1, [::1], localhost), or with a scheme of the app's own that has a dot (com.example.app)")
      }
    }
  }
  if (unstorable.test(JSON.stringify(metadata))) throw errorOf("the metadata holds characters that are none")
  if (typeof given.client_name === "string" && given.client_name.length > MOST_LENGTH) throw errorOf("client_name is too long")
  given.application_type = "native"
  given.token_endpoint_auth_method = "none"
  given.response_types = ["code"]
  given.grant_types = ["authorization_code", "refresh_token"]
  delete given.client_secret
  delete given.scope
}
