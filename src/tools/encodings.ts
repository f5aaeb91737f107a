import { createHash } from "node:crypto"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"

/**
 * Bytes as a string of the same length, one character a byte: Node sends such a text and the headers before it in one write, and
 * bytes in a second one.
 */
export const wireText = (bytes: Buffer): string => bytes.toString("latin1")

/** A body ready to be sent as latin1. */
export interface Prepared {
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

const named = (encoding: string, accepted: string): boolean =>
  new RegExp(`(?:^|[\\s,])${encoding}(?!\\s*;\\s*q=0(?:\\.0*)?(?:,|\\s|$))(?:[\\s,;]|$)`, "iu").test(accepted)

const prepared = (bytes: Buffer, tag: string, encoding: string | undefined): Prepared => ({
  text: wireText(bytes),
  headers: {
    "content-type": "application/json",
    "content-length": String(bytes.length),
    vary: "Accept-Encoding",
    etag: encoding === undefined ? `"${tag}"` : `"${tag}-${encoding}"`,
    ...encoding !== undefined && { "content-encoding": encoding }
  }
})

/** A JSON text that is asked for often, compressed beforehand; each form is made when it is first asked for. */
export const preparing = (json: string) => {
  const bytes = Buffer.from(json)
  const tag = createHash("sha256").update(bytes).digest("base64url").slice(0, 22)
  const plain = prepared(bytes, tag, undefined)
  let brotli: Prepared | undefined
  let gzip: Prepared | undefined
  return (accepted: string | undefined): Prepared => {
    if (accepted === undefined) return plain
    if (named("br", accepted)) {
      return brotli ??= prepared(brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }), tag, "br")
    }
    return named("gzip", accepted) ? gzip ??= prepared(gzipSync(bytes, { level: 9 }), tag, "gzip") : plain
  }
}
