import { Unresolved } from "./names.ts"
import { NotPublic } from "./guard.ts"

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

const beforeConnecting = new Set([
  "ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT", "CERT_HAS_EXPIRED", "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", "UNABLE_TO_GET_ISSUER_CERT_LOCALLY"
])

/** Whether a connection came to nothing before anything was sent, so that the other side cannot have done anything. */
export const wasNotSent = (thrown: unknown): boolean => {
  const error = first(thrown)
  if (error instanceof NotPublic || error instanceof Unresolved) return true
  const { code = "", syscall } = error as { readonly code?: string; readonly syscall?: string }
  return beforeConnecting.has(code) || code.startsWith("ERR_TLS_") || code.startsWith("ERR_SSL_") || (code === "ETIMEDOUT" && syscall === "connect")
}

/** Whether it would come to nothing again: the address or its certificate is wrong. */
export const isForGood = (thrown: unknown): boolean => {
  const error = first(thrown)
  if (error instanceof NotPublic) return true
  const { code = "" } = error as { readonly code?: string }
  return /CERT|SIGNATURE|^ERR_TLS_|^ERR_SSL_/.test(code)
}
