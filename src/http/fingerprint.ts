import { createHash, createHmac } from "node:crypto"
import canonicalize from "canonicalize"
import { Context } from "effect"
import { SecretStore } from "#layers/auth/secret-store"
import type { Operation } from "#schemas/kernel/catalog"
import { Conflict, IdempotencyInFlight } from "#schemas/kernel/errors"
import { redactedText, redactedValue } from "#schemas/kernel/redacted"

export const usedOtherwise = new Conflict({ message: "This Idempotency-Key was used for a different request within 24 hours." })
export const inFlight = new IdempotencyInFlight({ message: "The first request under this Idempotency-Key is still running." })

/** The decoded parts of an address. */
interface Parts {
  readonly params?: unknown
  readonly query?: unknown
}

/** A body as it was sent; `value` is what its JSON means, undefined for one that is no JSON. */
export interface Body {
  readonly text: string
  readonly value: unknown
}

export const noBody: Body = { text: "", value: undefined }

/**
 * The body in canonical form (RFC 8785). What has no such form (a number past the range of doubles, nesting too deep to walk)
 * counts as it was written.
 */
const canonical = ({ text, value }: Body) => {
  try {
    return value === undefined ? text : canonicalize(value)
  } catch {
    return text
  }
}

/** Method, address and body: the same request and no other has this hash. */
export const fingerprintOf = (entry: Operation, { params, query }: Parts, body: Body) =>
  createHash("sha256").update(`${entry.method} ${entry.path} ${canonicalize([params ?? null, query ?? null])} ${canonical(body)}`).digest()

/**
 * The same for what is kept beside an Idempotency-Key or a consent. A password can be guessed from a hash of it, so what people
 * sign in with is hashed under a secret, the same on all processes.
 */
export const keptFingerprintOf = (
  context: Context.Context<SecretStore>, entry: Operation, parts: Parts, body: Body
): Uint8Array => {
  const plain = fingerprintOf(entry, parts, body)
  return entry.category === "auth"
    ? createHmac("sha256", Context.get(context, SecretStore).derive("fingerprints", 32)).update(plain).digest()
    : plain
}

/**
 * The same for a receipt of what people sign in with, which many may read: secrets are left out, since a password can be
 * guessed from a hash of it.
 */
export const receiptHashOf = (entry: Operation, parts: Parts, { text, value }: Body) =>
  fingerprintOf(entry, parts, value === undefined ? { text, value } : { text: redactedText(value), value: redactedValue(value) })
