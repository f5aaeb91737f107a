import { createHash } from "node:crypto"
import { Context, Effect, Schema } from "effect"
import { HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { Uploads } from "#layers/kernel/uploads"
import type { RawBody, UploadedFile } from "#schemas/kernel/bodies"
import { decodingOf, type Operation } from "#schemas/kernel/catalog"
import { PayloadTooLarge, type Refusal, UnsupportedMediaType } from "#schemas/kernel/errors"
import { errorResponse } from "./error-response.ts"
import { mediaTypeOf, typesOf, unsupported } from "./file-streams.ts"
import type { Body } from "./fingerprint.ts"
import { readForm } from "./form-body.ts"
import { inputErrorOf } from "./input-errors.ts"
import { readJson } from "./json-body.ts"
import { type Parts, readMultipart } from "./multipart-body.ts"
import type { Decoded, Handler, Handling } from "./program.ts"
import { CurrentRequest } from "./request-context.ts"

/** Reads the fields of a body, for operations whose bodies have nothing else. */
export const readerOf = ({ body }: Operation) => body === "json" ? readJson : body === "form" ? readForm : undefined

/** Fails with everything that is wrong with the parts of the current request. */
export const explained = (operation: Operation, body: Body | undefined, missingFiles?: ReadonlyArray<string>) =>
  Effect.withFiber<never, ReturnType<typeof inputErrorOf>>((fiber) => {
    const context = fiber.context as Context.Context<HttpRouter.Provided>
    return Effect.fail(inputErrorOf(operation, {
      params: Context.get(context, HttpRouter.RouteContext).params,
      query: Context.get(context, HttpServerRequest.ParsedSearchParams),
      headers: Context.get(context, HttpServerRequest.HttpServerRequest).headers,
      body
    }, missingFiles))
  })

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex")

/** Stands for a multipart body where a request is compared with an earlier one: files by what is in them. */
const comparable = ({ fields, files }: Parts): Body => ({
  text: "multipart",
  value: { fields, files: [...files].map(([part, all]) => [part, all.map(({ hash, name, type }) => [name ?? null, type, hex(hash)])]) }
})

/** The files as the program is given them. */
const filesOf = ({ files: declared }: Operation, files: Parts["files"]): Record<string, UploadedFile | ReadonlyArray<UploadedFile> | undefined> =>
  Object.fromEntries(Object.entries(declared).map(([part, { most }]) => {
    const all = files.get(part) ?? []
    return [part, most === undefined ? all[0] : all]
  }))

const isRefusedBody = (error: Refusal) => error instanceof PayloadTooLarge || error instanceof UnsupportedMediaType

/** A part that is refused before the body has arrived ends the connection: what is left of it is not read. */
const closing = (error: Refusal) => errorResponse(error, { connection: "close" })

const withMultipart = (operation: Operation, handle: Handler): Handler => {
  const decode = Schema.decodeUnknownEffect(decodingOf(operation.endpoint) as Schema.Codec<object>)
  const needed = Object.entries(operation.files).filter(([, part]) => part.most === undefined && part.optional === undefined).map(([part]) => part)

  return Effect.fnUntraced(function*(input: Decoded): Handling {
    if (mediaTypeOf(input.request) !== "multipart/form-data") return yield* unsupported(operation)
    const uploads = yield* Uploads
    const { allowSlowBody } = yield* CurrentRequest
    allowSlowBody()
    const read: Parts | HttpServerResponse.HttpServerResponse = yield* Effect.catchIf(readMultipart(operation, input.request), isRefusedBody, closing)
    if (!("files" in read)) return read
    const handled = Effect.gen(function*() {
      const missing = needed.filter((part) => !read.files.has(part))
      const wrong = { text: "multipart", value: read.fields }
      const fields = yield* Effect.catch(decode(read.fields), () => explained(operation, wrong, missing))
      if (missing.length > 0) return yield* explained(operation, wrong, missing)
      return yield* handle({ ...input, payload: { ...fields, ...filesOf(operation, read.files) }, body: comparable(read) })
    })
    const unclaimed = Effect.forEach([...read.files.values()].flat(), ({ id }) => uploads.discard(id), { discard: true })
    return yield* Effect.ensuring(handled, unclaimed)
  })
}

const withRaw = (operation: Operation, handle: Handler): Handler =>
  Effect.fnUntraced(function*(input: Decoded): Handling {
    const { request } = input
    const type = mediaTypeOf(request)
    if (!typesOf(operation).includes(type)) return yield* unsupported(operation)
    const bytes = new Uint8Array(yield* Effect.orDie(request.arrayBuffer))
    const headers = Object.fromEntries((operation.raw!.headers ?? []).map((name) => [name, request.headers[name]]))
    const body: RawBody = { type, bytes, headers, target: request.url }
    const text = `${type} ${createHash("sha256").update(bytes).digest("hex")}`
    return yield* handle({ ...input, payload: { body }, body: { text, value: undefined } })
  })

/** Reads the body of an operation that has one, and decodes it. Files alone are received by `receiving`. */
export const withPayload = (operation: Operation, handle: Handler): Handler => {
  if (operation.body === "multipart") return withMultipart(operation, handle)
  if (operation.body === "raw") return withRaw(operation, handle)
  const read = readerOf(operation)
  if (read === undefined) return handle
  const decode = Schema.decodeUnknownEffect(decodingOf(operation.endpoint) as Schema.Codec<object>)
  return Effect.fnUntraced(function*(input: Decoded): Handling {
    if (!typesOf(operation).includes(mediaTypeOf(input.request))) return yield* unsupported(operation)
    const body = yield* read(input.request)
    const payload = yield* Effect.catch(decode(body.value), () => explained(operation, body))
    return yield* handle({ ...input, payload, body })
  })
}
