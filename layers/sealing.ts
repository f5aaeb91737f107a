import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import { Option } from "effect"

const IV_BYTES = 12
const TAG_BYTES = 16

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
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(about))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Option.some(Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8"))
  } catch {
    return Option.none()
  }
}
