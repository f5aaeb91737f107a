import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto"
import { Option, Redacted } from "effect"

const IV_BYTES = 12
const TAG_BYTES = 16
const VERSION = "v1"

/** A text under a key of 256 bits (AES-256-GCM). It opens only where `about` is the same. */
export const sealed = (key: Uint8Array, text: string, about = ""): Uint8Array => {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(about))
  const bytes = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
  return new Uint8Array(Buffer.concat([iv, cipher.getAuthTag(), bytes]))
}

/** Nothing under another key or about something else, or when it was tampered with. */
export const opened = (key: Uint8Array, bytes: Uint8Array, about = ""): Option.Option<string> => {
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(about))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Option.some(Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8"))
  } catch {
    return Option.none()
  }
}

/** 256 bits from key material, for one purpose only (RFC 5869). */
export const derived = (material: Uint8Array, purpose: string, bytes = 32): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", material, "business-platform", purpose, bytes))

/** The key material in SECRET_KEY, the newest first; none where it is not set. */
export const materialsOf = (secretKey: Option.Option<Redacted.Redacted>): ReadonlyArray<Uint8Array> =>
  Option.match(secretKey, {
    onNone: () => [],
    onSome: (text) => Redacted.value(text).split(",").map((one) => Buffer.from(one.trim()))
  })

/** The same as texts, with which people open backups too. */
export const passphrasesOf = (secretKey: Option.Option<Redacted.Redacted>): ReadonlyArray<string> =>
  materialsOf(secretKey).map((material) => Buffer.from(material).toString())

/** Seals with the first of these materials, and opens what was sealed with any. What is sealed is text and begins with `v1.`. */
export const sealer = (materials: ReadonlyArray<Uint8Array>) => {
  const keys = materials.map((material) => derived(material, "seal"))
  const bytesOf = (text: string) => Buffer.from(text.slice(VERSION.length + 1), "base64url")
  const open = (text: string, about: string) =>
    keys.reduce((found, key) => Option.isSome(found) ? found : opened(key, bytesOf(text), about), Option.none<string>())
  const seal = (text: string, about: string) => `${VERSION}.${Buffer.from(sealed(keys[0]!, text, about)).toString("base64url")}`
  return {
    /** `about` says whose secret it is: it opens for nothing else. */
    seal,
    /** Nothing when it was sealed with another key, for something else, or was tampered with. */
    open,
    /** The same secret, sealed with the first of the materials, where another one sealed it. */
    renewed: (text: string, about: string): Option.Option<string> =>
      Option.isSome(opened(keys[0]!, bytesOf(text), about)) ? Option.none() : Option.map(open(text, about), (secret) => seal(secret, about))
  }
}
