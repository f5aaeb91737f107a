import type { IncomingMessage } from "node:http"
import { Cause, Context, Effect, Stream } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiError } from "effect/http-api"
import type { ApiKeys } from "#layers/auth/api-keys"
import { Uploads } from "#layers/kernel/uploads"
import type { Operation } from "#schemas/kernel/catalog"
import { PayloadTooLarge, UnsupportedMediaType } from "#schemas/kernel/errors"
import { Accept, type Download, MOST_UPLOADED, type Upload } from "#schemas/kernel/streams"
import type { Caller } from "#schemas/kernel/tenancy"
import { errorResponse } from "./error-response.ts"
import { fileResponse, unsatisfiable } from "./file-response.ts"
import type { Body } from "./fingerprint.ts"
import type { Decoded, Handler, Handling, Program } from "./program.ts"
import { onDenied } from "./reauthorization.ts"
import { CurrentRequest } from "./request-context.ts"

/** Milliseconds after which a client that reads nothing is disconnected. */
export const StalledMs = Context.Reference<number>("src/http/StalledMs", { defaultValue: () => 60_000 })

const MIB = 1_048_576

const listed = (names: ReadonlyArray<string>) => names.join(" or ")

/** The error for a body that is larger than the operation takes; what is left of the body is not read. */
export const tooLarge = (operation: Operation | undefined) =>
  errorResponse(
    new PayloadTooLarge({ message: `The body is larger than ${operation?.body === "file" ? MOST_UPLOADED / MIB : 1} MiB.` }),
    { connection: "close" }
  )

/** The media types that an operation takes bodies in. */
export const typesOf = (operation: Operation | undefined): ReadonlyArray<string> => {
  const examples = operation?.upload?.examples ?? operation?.raw?.examples
  if (examples !== undefined) return Object.keys(examples)
  return [operation?.body === "form" ? "application/x-www-form-urlencoded" : operation?.body === "multipart" ? "multipart/form-data" : "application/json"]
}

/** The error for a body of a media type that the operation does not take. */
export const unsupported = (operation: Operation | undefined) =>
  errorResponse(new UnsupportedMediaType({ message: `Send the body as ${listed(typesOf(operation))}.` }))

/** The media type of a body, without its parameters. */
export const mediaTypeOf = ({ headers }: HttpServerRequest.HttpServerRequest): string =>
  (headers["content-type"] ?? "application/json").split(";")[0]!.trim().toLowerCase()

/** Stands for a file where a request is compared with an earlier one: the type, and the hash of all its bytes. */
const bodyOf = ({ hash, type }: Upload): Body => ({ text: `${type} ${Buffer.from(hash).toString("hex")}`, value: undefined })

/**
 * Keeps a file while it arrives, however slowly, and hands it to `handle` as the field `body`. What no program claimed is deleted
 * afterwards: a repeated or refused request.
 */
export const receiving = (operation: Operation, handle: Handler): Handler =>
  Effect.fnUntraced(function*({ payload, ...input }: Decoded): Handling {
    const uploads = yield* Uploads
    const { allowSlowBody } = yield* CurrentRequest
    allowSlowBody()
    const file = yield* uploads.receive(payload as Stream.Stream<Uint8Array, HttpApiError.HttpApiPayloadTooLarge>, mediaTypeOf(input.request))
    return yield* Effect.ensuring(handle({ ...input, payload: { body: file }, body: bodyOf(file) }), uploads.discard(file.id))
  }, Effect.catchIf(HttpApiError.HttpApiPayloadTooLarge.is, () => tooLarge(operation)))

/** Breaks a response off once its caller is no longer authorized, in a way that no client takes for its end, unless the scope ends before. */
export const cutWhenDenied = (operation: Operation, socket: IncomingMessage["socket"] | undefined) =>
  Effect.withFiber((fiber) => onDenied(operation, () => {
    /* What was written and has not left yet is dropped with it. */
    socket?.resetAndDestroy()
    fiber.interruptUnsafe()
  }))

/** The content of a response, whose faults are logged. */
export const logged = (content: Stream.Stream<Uint8Array>) =>
  Stream.onError(content, (cause) => Cause.hasInterruptsOnly(cause) ? Effect.void : Effect.logError("a download broke off", cause))

/** Responds with a file. One that is made while it is sent stops being made when its client stops reading. */
export const sending = (operation: Operation, program: Program): Handler => {
  const respond = fileResponse(operation)
  return Effect.fnUntraced(function*({ params, payload, query, request }: Decoded): Handling {
    const made: ReturnType<Program<Download>> = program({ ...params, ...query, ...payload })
    const response = respond(yield* Effect.provideService(made, Accept, request.headers["accept"] ?? ""), request)
    if (HttpServerResponse.isHttpServerResponse(response)) return response
    if ("_tag" in response) return yield* errorResponse(unsatisfiable(response.bytes), { "content-range": `bytes */${response.bytes}` })
    const { content, ...options } = response
    /* An in-process request has no socket. */
    const { socket } = request.source as Partial<IncomingMessage>
    socket?.setTimeout(yield* StalledMs)
    if (operation.access === "public") return HttpServerResponse.stream(content, options)
    const context = yield* Effect.context<ApiKeys | Caller>()
    const watched = Stream.unwrap(Effect.as(cutWhenDenied(operation, socket), logged(content)))
    return HttpServerResponse.stream(Stream.provideContext(watched, context), options)
  })
}
