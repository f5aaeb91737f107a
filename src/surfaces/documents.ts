import { createHash } from "node:crypto"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { ServiceConfig } from "#layers/kernel/config"
import { Site } from "#layers/kernel/installation/site"
import { isHeld } from "#schemas/kernel/headers"
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

interface Printed {
  readonly body: Uint8Array
  readonly etag: string
}

/** Anyone can claim to ask under any name, so only a few are remembered. */
const MOST_ORIGINS = 8

const printerOf = (text: Document["text"]) => {
  const printed = new Map<string, Printed>()
  let whole = typeof text === "string" ? text : undefined
  return (origin: string): Printed => {
    const known = printed.get(origin)
    if (known !== undefined) return known
    const body = Buffer.from((whole ??= (text as () => string)()).replaceAll(ORIGIN, origin))
    const made = { body, etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"` }
    if (printed.size >= MOST_ORIGINS) printed.delete(printed.keys().next().value!)
    printed.set(origin, made)
    return made
  }
}

/** The route of a document: cheap to ask again, for five minutes not even that. */
export const serve = ({ contentType, headers, path, text }: Document) => {
  const printed = printerOf(text)
  return HttpRouter.add("GET", path, Effect.gen(function*() {
    const site = yield* Site
    const request = yield* HttpServerRequest.HttpServerRequest
    const { body, etag } = printed(yield* site.origin)
    const told = { ...headers, etag, ...addressCaching(yield* ServiceConfig) }
    return isHeld(etag, request.headers["if-none-match"])
      ? HttpServerResponse.empty({ status: 304, headers: told })
      : HttpServerResponse.uint8Array(body, { contentType, headers: told })
  }))
}

export const serveAll = (documents: ReadonlyArray<Document>) => Layer.mergeAll(Layer.empty, ...documents.map(serve))
