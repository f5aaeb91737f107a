import { createHmac, createSecretKey, type KeyObject, randomBytes } from "node:crypto"
import { LRUCache } from "lru-cache"

const PREFIX = "whsec_"

/** A secret that nobody has seen. */
export const newSecret = (): string => PREFIX + randomBytes(32).toString("base64")

/** Standard Webhooks signs with what stands in base64 behind the prefix; another secret is its own key. */
const decoded = (secret: string) =>
  secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), "base64") : Buffer.from(secret)

interface Keys {
  readonly whole: KeyObject
  readonly decoded: KeyObject
}

const MOST_KEYS = 2_000
const known = new LRUCache<string, Keys>({ max: MOST_KEYS })

/** To make a key of a secret takes longer than to sign a short text with it. */
const keysOf = (secret: string): Keys => {
  const before = known.get(secret)
  if (before !== undefined) return before
  const keys = { whole: createSecretKey(secret, "utf8"), decoded: createSecretKey(decoded(secret)) }
  known.set(secret, keys)
  return keys
}

export interface Signed {
  readonly secret: string
  /** The secret before the last rotation, while it still signs. */
  readonly previous_secret: string | null
}

/** Lowercase hex HMAC-SHA256 of the body with the whole secret as the key. */
export const digestOf = (secret: string, body: string): string => createHmac("sha256", keysOf(secret).whole).update(body).digest("hex")

const standard = (secret: string, message: string) => `v1,${createHmac("sha256", keysOf(secret).decoded).update(message).digest("base64")}`

/** The headers by which a receiver knows that a body is ours, whole and new. `at` is in seconds since 1970. */
export const signaturesOf = ({ previous_secret, secret }: Signed, id: string, at: number, body: string): Record<string, string> => {
  const message = `${id}.${at}.${body}`
  const headers: Record<string, string> = {
    "webhook-id": id,
    "webhook-timestamp": String(at),
    "webhook-signature": standard(secret, message),
    "x-service-signature": digestOf(secret, body)
  }
  if (previous_secret !== null) {
    headers["webhook-signature"] += ` ${standard(previous_secret, message)}`
    headers["x-service-signature-previous"] = digestOf(previous_secret, body)
  }
  return headers
}
