import { createHash } from "node:crypto"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { ServiceConfig } from "#layers/kernel/config"
import { Site } from "#layers/kernel/installation/site"
import { isHeld } from "#schemas/kernel/headers"
import { compress, type Encoding, encodingFor } from "../http/encodings.ts"
import { addressCaching } from "../http/response-headers.ts"

/** Stands in a text for the origin at which the service is reached. */
export const ORIGIN = "https://origin.invalid"

/** A text about the API, made once. */
export interface Document {
  readonly path: `/${string}`
  readonly contentType: string
  /** With `ORIGIN` wherever an address of the service stands; made when it is first asked for where it takes long to make. */
  readonly text: string | (() => string)
  readonly headers?: Readonly<Record<string, string>>
}

interface Form {
  readonly bytes: Uint8Array
  readonly etag: string
  readonly encoding: Encoding
}

/** Anyone can claim to ask under any name, so only a few are remembered. */
const MOST_ORIGINS = 8

/** What fits into the first packet anyway is not made smaller. */
const SMALL = 1_024

/** A text in each form, made when it is first asked for. */
const formsOf = (text: string) => {
  const body = Buffer.from(text)
  const tag = createHash("sha256").update(body).digest("base64url").slice(0, 22)
  const forms = new Map<Encoding, Promise<Form>>([["identity", Promise.resolve({ bytes: body, etag: `"${tag}"`, encoding: "identity" })]])
  return (wanted: Encoding): Promise<Form> => {
    const encoding = body.length < SMALL ? "identity" : wanted
    const known = forms.get(encoding)
    if (known !== undefined || encoding === "identity") return known!
    const made = compress(encoding, body).then((bytes): Form => ({ bytes, etag: `"${tag}-${encoding}"`, encoding }))
    forms.set(encoding, made)
    return made
  }
}

const printerOf = (text: Document["text"]) => {
  const printed = new Map<string, ReturnType<typeof formsOf>>()
  let whole = typeof text === "string" ? text : undefined
  return (origin: string) => {
    const known = printed.get(origin)
    if (known !== undefined) return known
    const made = formsOf((whole ??= (text as () => string)()).replaceAll(ORIGIN, origin))
    if (printed.size >= MOST_ORIGINS) printed.delete(printed.keys().next().value!)
    printed.set(origin, made)
    return made
  }
}

/** Answers with a document: cheap to ask again, for five minutes not even that. */
export const responding = ({ contentType, headers, text }: Omit<Document, "path">) => {
  const printed = printerOf(text)
  return Effect.gen(function*() {
    const site = yield* Site
    const request = yield* HttpServerRequest.HttpServerRequest
    const forms = printed(yield* site.origin)
    const { bytes, encoding, etag } = yield* Effect.promise(() => forms(encodingFor(request.headers["accept-encoding"])))
    const { vary = "Origin", ...caching } = addressCaching(yield* ServiceConfig)
    const told = { etag, ...caching, vary: `Accept-Encoding, ${vary}`, ...headers }
    return isHeld(etag, request.headers["if-none-match"])
      ? HttpServerResponse.empty({ status: 304, headers: told })
      : HttpServerResponse.uint8Array(bytes, { contentType, headers: { ...told, ...encoding !== "identity" && { "content-encoding": encoding } } })
  })
}

/** The route of a document. */
export const serve = (document: Document) => HttpRouter.add("GET", document.path, responding(document))

export const serveAll = (documents: ReadonlyArray<Document>) => Layer.mergeAll(Layer.empty, ...documents.map(serve))
