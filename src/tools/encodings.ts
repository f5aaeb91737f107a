import { createHash } from "node:crypto"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import { HttpServerResponse } from "effect/http"

const named = (encoding: string, accepted: string): boolean =>
  new RegExp(`(?:^|[\\s,])${encoding}(?!\\s*;\\s*q=0(?:\\.0*)?(?:,|\\s|$))(?:[\\s,;]|$)`, "iu").test(accepted)

const contentType = "application/json"

/** A JSON text that is asked for often, compressed beforehand; each form is made when it is first asked for. */
export const preparing = (json: string, more: Readonly<Record<string, string>>) => {
  const tag = createHash("sha256").update(json).digest("base64url").slice(0, 22)
  const always = { ...more, vary: "Accept-Encoding" }
  const plain = HttpServerResponse.text(json, { contentType, headers: { ...always, etag: `"${tag}"` } })
  const compressed = (encoding: string, bytes: Uint8Array) =>
    HttpServerResponse.uint8Array(bytes, { contentType, headers: { ...always, etag: `"${tag}-${encoding}"`, "content-encoding": encoding } })
  let brotli: HttpServerResponse.HttpServerResponse | undefined
  let gzip: HttpServerResponse.HttpServerResponse | undefined
  return (accepted: string | undefined): HttpServerResponse.HttpServerResponse => {
    if (accepted === undefined) return plain
    if (named("br", accepted)) {
      return brotli ??= compressed("br", brotliCompressSync(json, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
    }
    return named("gzip", accepted) ? gzip ??= compressed("gzip", gzipSync(json, { level: 9 })) : plain
  }
}
