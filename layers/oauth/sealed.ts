import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from "node:crypto"
import { Option } from "effect"

const IV_BYTES = 12
const TAG_BYTES = 16

/** By which a record is found: its id, a code or a token say, is kept nowhere. */
export const hashOfRecord = (kind: string, id: string): Uint8Array => hash("sha256", `${kind} ${id}`, "buffer")

const keyOf = (kind: string, id: string) => new Uint8Array(hkdfSync("sha256", id, "business-platform", `oauth ${kind}`, 32))

/** Seals what a record holds under the record's own id (AES-256-GCM), so that only who shows the id can read it. */
export const sealedUnder = (kind: string, id: string, text: string): Uint8Array => {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv("aes-256-gcm", keyOf(kind, id), iv)
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
  return new Uint8Array(Buffer.concat([iv, cipher.getAuthTag(), sealed]))
}

/** Nothing when it was tampered with. */
export const openedWith = (kind: string, id: string, sealed: Uint8Array): Option.Option<string> => {
  try {
    const decipher = createDecipheriv("aes-256-gcm", keyOf(kind, id), sealed.subarray(0, IV_BYTES))
      .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Option.some(Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8"))
  } catch {
    return Option.none()
  }
}
