import { Effect, Option, Stream } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Storage } from "#layers/providers/storage/storage"
import { MediaFiles } from "#layers/website/media"
import type { Download } from "#schemas/kernel/streams"
import { ORIGINAL } from "#workflows/website/media-storing"
import { fileResponse, unsatisfiable } from "../../http/file-response.ts"
import { logged } from "../../http/file-streams.ts"
import { plainNotFound, plainPage } from "../../http/site-routing.ts"
import { siteFileRoute } from "../company-site.ts"

/** A drawing opened by itself may have styles, and nothing else. */
const DRAWING = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'"
/** What browsers show a sound, a film or a document with. */
const PLAYED = "default-src 'none'; img-src 'self' data:; media-src 'self'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"

const YEAR = 31_536_000
const respond = fileResponse({
  download: { description: "A file of the site.", examples: {}, ranges: true, cache: { seconds: YEAR, public: true, immutable: true } }
})

const away = plainPage(503, "Not available", "The store of files cannot be reached. Try again soon.", { "retry-after": "5" })

const shown = Effect.gen(function*() {
  const { params: { hash = "", name = "" } } = yield* HttpRouter.RouteContext
  const request = yield* HttpServerRequest.HttpServerRequest
  if (!/^[0-9a-f]{64}$/u.test(hash)) return plainNotFound
  const found = yield* MediaFiles.use((files) => files.shown(hash))
  if (Option.isNone(found)) return plainNotFound
  const { prefix, sizes, ...original } = found.value
  const size = sizes.find(({ format, width }) => `${width}.${format}` === name)
  if (size === undefined && /^\d+\.(?:avif|webp)$/u.test(name)) return plainNotFound

  /* The store is asked before anything is sent, so that an answer says when it is away. */
  let wanted: { readonly first: number; readonly last: number } | undefined
  const file: Download = {
    type: size === undefined ? original.type : `image/${size.format}`,
    name: size === undefined ? original.name : `${original.name.replace(/\.[^.]*$/u, "")}.${size.format}`,
    inline: true,
    etag: `${hash.slice(0, 32)}-${size === undefined ? ORIGINAL : name}`,
    policy: original.type === "image/svg+xml" ? DRAWING : PLAYED,
    content: {
      bytes: size?.bytes ?? original.bytes,
      from: (offset, length) => {
        wanted = { first: offset, last: offset + length - 1 }
        return Stream.empty
      }
    }
  }
  const response = respond(file, request)
  if (HttpServerResponse.isHttpServerResponse(response)) return response
  if ("_tag" in response) {
    return plainPage(416, "No such part", unsatisfiable(response.bytes).message, { "content-range": `bytes */${response.bytes}` })
  }
  const { content: _, ...options } = response
  if (wanted === undefined || request.method === "HEAD") return HttpServerResponse.stream(Stream.empty, options)
  const storage = yield* Storage
  const object = `${prefix}/${size === undefined ? ORIGINAL : name}`
  return yield* Effect.match(storage.get(object, wanted), {
    onFailure: () => away,
    onSuccess: ({ body }) => HttpServerResponse.stream(logged(Stream.orDie(body)), options)
  })
})

/** Files of companies' sites: `/media/{hash}/{name}`, and the sizes of images at `/media/{hash}/{width}.{format}`. */
export const SiteMedia = siteFileRoute("/media/:hash/:name", shown)
