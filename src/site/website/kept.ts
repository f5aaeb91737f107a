import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, brotliDecompress, constants, gzip, zstdCompress } from "node:zlib"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import type { RedirectId } from "#schemas/website/ids"
import type { Encoding } from "../../http/encodings.ts"

/** Bytes that hold on to no larger piece of memory, as those of the library do. */
const exact = (bytes: Uint8Array): Buffer => {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  copy.set(bytes)
  return copy
}

const compressed = promisify(brotliCompress)
const whole = promisify(brotliDecompress)
const gzipped = promisify(gzip)
const zstd = promisify(zstdCompress)

type Response = HttpServerResponse.HttpServerResponse
/** What is to be kept of an answer. */
export interface Made {
  readonly status: number
  readonly type: string
  readonly body: Uint8Array
  readonly headers: Readonly<Record<string, string>>
  /** Bytes that are as small as they can be are sent as they are. */
  readonly compressible: boolean
  /** Whose followings are counted. */
  readonly redirect?: RedirectId
}

/** The bytes of an answer in one form, and the headers that tell of them. */
export interface Variant {
  readonly etag: string
  readonly response: Response
  readonly unchanged: Response
  readonly bytes: Buffer
}

const QUALITY = 5
/** As far back as pages are long: a larger window takes megabytes for each answer that is made. */
const WINDOW_BITS = 17
/** About what keeping an answer takes besides its bytes: its headers, and the two responses that hold them. */
const OVERHEAD = 4_000

/** An answer as it is kept: compressed once, and in the other forms that were asked for. */
export class Kept {
  readonly status: number
  readonly redirect: RedirectId | undefined
  readonly #type: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #tag: string
  readonly #compressible: boolean
  readonly #source: Buffer
  readonly #variants = new Map<Encoding, Variant>()

  private constructor({ body, compressible, headers, redirect, status, type }: Made, source: Buffer) {
    this.status = status
    this.redirect = redirect
    this.#type = type
    this.#headers = compressible ? { ...headers, vary: "Accept-Encoding" } : headers
    this.#tag = createHash("sha256").update(body).digest("base64url").slice(0, 22)
    this.#compressible = compressible
    this.#source = source
  }

  static readonly of = (made: Made): Effect.Effect<Kept> => made.compressible
    ? Effect.map(Effect.promise(() => compressed(made.body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: made.body.length, [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS }
    })),
      (source) => new Kept(made, exact(source)))
    : Effect.sync(() => new Kept(made, exact(made.body)))

  /** Bytes of memory. */
  get size(): number {
    let sum = OVERHEAD + this.#source.length
    for (const { bytes } of this.#variants.values()) if (bytes !== this.#source) sum += bytes.length + OVERHEAD
    return sum
  }

  /** The answer in this form, if it was asked for before. */
  known(encoding: Encoding): Variant | undefined {
    return this.#variants.get(this.#compressible ? encoding : "identity")
  }

  #keep(encoding: Encoding, bytes: Buffer): Variant {
    const etag = encoding === "identity" ? `"${this.#tag}"` : `"${this.#tag}-${encoding}"`
    const headers = { ...this.#headers, etag, ...encoding !== "identity" && { "content-encoding": encoding } }
    const response = HttpServerResponse.uint8Array(bytes, { status: this.status, contentType: this.#type, headers })
    const unchanged = HttpServerResponse.empty({ status: 304, headers: { ...this.#headers, etag } })
    const variant: Variant = { etag, response, unchanged, bytes }
    this.#variants.set(encoding, variant)
    return variant
  }

  /** The answer in this form; it is made when it is first asked for. */
  readonly in = (wanted: Encoding): Effect.Effect<Variant> => Effect.suspend(() => {
    const known = this.known(wanted)
    if (known !== undefined) return Effect.succeed(known)
    if (!this.#compressible) return Effect.sync(() => this.#keep("identity", this.#source))
    if (wanted === "br") return Effect.sync(() => this.#keep("br", this.#source))
    const plain = Effect.promise(() => whole(this.#source))
    const made = wanted === "identity" ? plain : Effect.flatMap(plain, (bytes) => Effect.promise(() => wanted === "gzip" ? gzipped(bytes) : zstd(bytes)))
    return Effect.map(made, (bytes) => this.#keep(wanted, exact(bytes)))
  })
}
