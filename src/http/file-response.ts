import { createHash } from "node:crypto"
import { Stream } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import type { Operation } from "#schemas/kernel/catalog"
import { RangeNotSatisfiable } from "#schemas/kernel/errors"
import { isHeld } from "#schemas/kernel/headers"
import type { Download, Given, Ranged } from "#schemas/kernel/streams"

/** A page is shown without scripts, in an origin of its own, and with nothing from elsewhere. */
const STRICT = "default-src 'none'; img-src 'self' data:; style-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; " +
  "sandbox; frame-ancestors 'none'"

/** Types that browsers run scripts of. */
const active = new Set(["text/html", "application/xhtml+xml", "image/svg+xml", "text/xml", "application/xml"])

const isText = (type: string) => /^text\/|[/+](xml|json|x-ndjson)$|\/csv$/u.test(type)

/** How long it may be kept. With an ETag, a client asks whether what it has is still right. */
const cacheControl = ({ cache }: Pick<Given, "cache">, etag: string | undefined): string | undefined => {
  if (cache === undefined) return undefined
  const who = cache.public === true ? "public" : "private"
  if (cache.immutable === true) return `${who}, max-age=${cache.seconds}, immutable`
  return cache.seconds > 0 ? `${who}, max-age=${cache.seconds}` : etag === undefined ? "no-store" : `${who}, no-cache`
}

const rangedOf = (bytes: Uint8Array): Ranged =>
  ({ bytes: bytes.length, from: (offset, length) => Stream.succeed(bytes.subarray(offset, offset + length)) })

/**
 * Whether a file is shown or saved, and under which name (RFC 6266): a quoted one in ASCII, and the whole one in UTF-8 where that
 * differs. A name has no folders and no control characters.
 */
export const dispositionOf = (how: "inline" | "attachment", name: string): string => {
  const plain = name.toWellFormed().replace(/[\p{Cc}/\\]/gu, "_")
  const ascii = plain.replace(/[^\x20-\x7e]|["%]/gu, "_")
  const encoded = encodeURIComponent(plain).replace(/['()*]/gu, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${how}; filename="${ascii}"${ascii === plain ? "" : `; filename*=UTF-8''${encoded}`}`
}

/** A part that lies behind the end of the file. */
export interface Unsatisfiable {
  readonly _tag: "Unsatisfiable"
  readonly bytes: number
}

type Range = { readonly offset: number; readonly length: number }

/** The one range that is asked for. Several, or what is no range, are ignored, as RFC 9110, section 14.2, allows. */
export const rangeOf = (header: string | undefined, bytes: number): Range | Unsatisfiable | undefined => {
  const [, first, last] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/u.exec(header ?? "") ?? []
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined
  if (first !== "" && last !== "" && Number(last) < Number(first)) return undefined
  const offset = first === "" ? Math.max(0, bytes - Number(last)) : Number(first)
  const end = first === "" || last === "" ? bytes : Math.min(bytes, Number(last) + 1)
  return end <= offset ? { _tag: "Unsatisfiable", bytes } : { offset, length: end - offset }
}

export const unsatisfiable = (bytes: number) => new RangeNotSatisfiable({ message: `The file has ${bytes} bytes.` })

/** What is sent of a file. */
export interface FileResponse {
  readonly status: number
  readonly contentType: string
  readonly contentLength?: number
  readonly headers: Readonly<Record<string, string>>
  readonly content: Stream.Stream<Uint8Array>
}

/**
 * Makes the response with a file: the whole of it, the part that is asked for, or 304 where the client has it already. `If-Range`
 * gives the whole of a file that has changed.
 */
export const fileResponse = (operation: Pick<Operation, "download">) => {
  /* A list is given as a file where that is asked for, and declares nothing of it. */
  const given: Pick<Given, "cache" | "ranges"> = operation.download ?? {}
  return (
    file: Download, { headers: asked, method }: HttpServerRequest.HttpServerRequest
  ): FileResponse | Unsatisfiable | HttpServerResponse.HttpServerResponse => {
    const { content, inline, name, policy, type } = file
    const whole = typeof content === "string" ? Buffer.from(content) : content instanceof Uint8Array ? content : undefined
    const tag = file.etag ?? (whole === undefined ? undefined : createHash("sha256").update(whole).digest("base64url"))
    const etag = tag === undefined ? undefined : `"${tag}"`
    const cache = cacheControl(given, etag)
    const headers: Record<string, string> = {
      "content-disposition": dispositionOf(inline === true ? "inline" : "attachment", name),
      ...etag !== undefined && { etag },
      ...cache !== undefined && { "cache-control": cache },
      ...cache !== undefined && given.cache?.immutable !== true && { vary: "Authorization, Accept, Origin" },
      ...given.ranges === true && { "accept-ranges": "bytes" },
      ...(policy !== undefined || active.has(type)) && { "content-security-policy": policy ?? STRICT }
    }
    if (etag !== undefined && isHeld(etag, asked["if-none-match"])) return HttpServerResponse.empty({ status: 304, headers })

    const contentType = isText(type) ? `${type}; charset=utf-8` : type
    if (Stream.isStream(content)) return { status: 200, contentType, headers, content }
    const { bytes, from } = content instanceof Uint8Array || typeof content === "string" ? rangedOf(whole!) : content
    const isPart = given.ranges === true && method === "GET" && (asked["if-range"] === undefined || asked["if-range"] === etag)
    const range = isPart ? rangeOf(asked["range"], bytes) : undefined
    if (range === undefined) {
      return { status: 200, contentType, contentLength: bytes, headers, content: bytes === 0 ? Stream.empty : from(0, bytes) }
    }
    if ("_tag" in range) return range
    const { length, offset } = range
    return {
      status: 206,
      contentType,
      contentLength: length,
      headers: { ...headers, "content-range": `bytes ${offset}-${offset + length - 1}/${bytes}` },
      content: from(offset, length)
    }
  }
}
