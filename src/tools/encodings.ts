import { createHash } from "node:crypto"
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from "node:zlib"
import { HttpServerResponse } from "effect/http"
import { type Compressed, type Encoding, encodingFor } from "../http/encodings.ts"

const contentType = "application/json"

const small: Readonly<Record<Compressed, (json: string) => Uint8Array>> = {
  br: (json) => brotliCompressSync(json, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  zstd: (json) => zstdCompressSync(json),
  gzip: (json) => gzipSync(json, { level: 9 })
}

/** A JSON text that is asked for often, compressed beforehand; each form is made when it is first asked for. */
export const preparing = (json: string, more: Readonly<Record<string, string>>) => {
  const tag = createHash("sha256").update(json).digest("base64url").slice(0, 22)
  const always = { ...more, vary: "Accept-Encoding" }
  const forms = new Map<Encoding, HttpServerResponse.HttpServerResponse>([
    ["identity", HttpServerResponse.text(json, { contentType, headers: { ...always, etag: `"${tag}"` } })]
  ])
  return (accepted: string | undefined): HttpServerResponse.HttpServerResponse => {
    const encoding = encodingFor(accepted)
    const known = forms.get(encoding)
    if (known !== undefined || encoding === "identity") return known!
    const made = HttpServerResponse.uint8Array(small[encoding](json), {
      contentType, headers: { ...always, etag: `"${tag}-${encoding}"`, "content-encoding": encoding }
    })
    forms.set(encoding, made)
    return made
  }
}
