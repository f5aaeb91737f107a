import { createHash, createHmac } from "node:crypto"
import canonicalize from "canonicalize"
import { Context } from "effect"
import { Vault } from "#layers/identity/vault"
import type { Entry } from "#schemas/kernel/catalog"
import { BadRequest, Conflict, IdempotencyInFlight } from "#schemas/kernel/errors"
import { redactedText } from "#schemas/kernel/redacted"

export const unreadable = new BadRequest({ message: "The body is not UTF-8." })
export const usedOtherwise = new Conflict({ message: "This Idempotency-Key was used for a different request within 24 hours." })
export const inFlight = new IdempotencyInFlight({ message: "The first request under this Idempotency-Key is still running." })

/**
 * The payload as sent, in canonical form (RFC 8785). What has no such form (a number past the range of doubles, nesting
 * too deep to walk) counts as it was written.
 */
const canonical = (text: string) => {
  try {
    return canonicalize(JSON.parse(text))
  } catch {
    return text
  }
}

const redactedBody = (text: string) => {
  try {
    return redactedText(JSON.parse(text))
  } catch {
    return text
  }
}

/** Verb, address and payload: the same request and no other has this hash. */
export const fingerprintOf = (entry: Entry, { params, query }: { readonly params?: unknown; readonly query?: unknown }, body: string) =>
  createHash("sha256").update(`${entry.method} ${entry.path} ${canonicalize([params ?? null, query ?? null])} ${canonical(body)}`).digest()

/**
 * The same for what is kept beside an Idempotency-Key or a consent. A password can be guessed from a hash of it, so what people
 * sign in with is hashed under a secret, the same on all processes.
 */
export const keptFingerprintOf = (
  context: Context.Context<Vault>, entry: Entry, parts: Parameters<typeof fingerprintOf>[1], body: string
): Uint8Array => {
  const plain = fingerprintOf(entry, parts, body)
  return entry.category === "auth"
    ? createHmac("sha256", Context.get(context, Vault).derive("fingerprints", 32)).update(plain).digest()
    : plain
}

/**
 * The same for a receipt of what people sign in with, which many may read: secrets are left out, since a password can be
 * guessed from a hash of it.
 */
export const receiptHashOf = (entry: Entry, parts: Parameters<typeof fingerprintOf>[1], body: string) =>
  fingerprintOf(entry, parts, redactedBody(body))
