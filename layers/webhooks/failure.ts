import { Unresolved } from "../network/names.ts"
import { NotPublic } from "../network/guard.ts"

const known: Readonly<Record<string, string>> = {
  ECONNREFUSED: "The connection was refused.",
  ECONNRESET: "The connection was closed before the answer.",
  EPIPE: "The connection was closed before the answer.",
  UND_ERR_SOCKET: "The connection was closed before the answer.",
  ETIMEDOUT: "The endpoint cannot be reached.",
  EHOSTUNREACH: "The endpoint cannot be reached.",
  ENETUNREACH: "The endpoint cannot be reached.",
  UND_ERR_CONNECT_TIMEOUT: "The endpoint cannot be reached.",
  UND_ERR_HEADERS_OVERFLOW: "The headers of the answer are too large.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate is for another name.",
  CERT_HAS_EXPIRED: "The certificate has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate is self-signed.",
  SELF_SIGNED_CERT_IN_CHAIN: "The certificate is not from a trusted authority.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The certificate is not from a trusted authority.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "The certificate is not from a trusted authority."
}

/** Several addresses were tried: what went wrong with the first. */
const first = (error: unknown): unknown =>
  error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : error

/** Why a connection came to nothing, in words for whoever runs the endpoint. */
export const failureOf = (thrown: unknown): string => {
  const error = first(thrown)
  if (error instanceof NotPublic) return error.message
  if (error instanceof Unresolved) return `The name ${error.message} cannot be resolved.`
  const { code = "unknown", name } = error as { readonly code?: string; readonly name?: string }
  if (name === "HTTPParserError") return "The answer is not HTTP."
  if (code.startsWith("ERR_SSL_")) return `The encrypted connection failed (${code}).`
  return known[code] ?? `The connection failed (${code}).`
}
