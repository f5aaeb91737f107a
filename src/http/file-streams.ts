import type { IncomingMessage } from "node:http"
import { Cause, Effect, Stream } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiError } from "effect/http-api"
import type { ApiKeys } from "#layers/auth/api-keys"
import { Uploads } from "#layers/kernel/uploads"
import type { Operation } from "#schemas/kernel/catalog"
import { PayloadTooLarge, UnsupportedMediaType } from "#schemas/kernel/errors"
import { Accept, type Download, MOST_UPLOADED, type Upload } from "#schemas/kernel/streams"
import type { Caller } from "#schemas/kernel/tenancy"
import { errorResponse } from "./error-response.ts"
import type { Body } from "./fingerprint.ts"
import type { Decoded, Handler, Handling, Program } from "./program.ts"
import { untilDenied } from "./reauthorization.ts"
import { CurrentRequest } from "./request-context.ts"

/** Milliseconds after which a client that reads nothing is disconnected. */
const STALLED_MS = 60_000

const MIB = 1_048_576

const listed = (names: ReadonlyArray<string>) => names.join(" or ")

/** The error for a body that is larger than the operation takes; what is left of the body is not read. */
export const tooLarge = (operation: Operation | undefined) =>
  errorResponse(
    new PayloadTooLarge({ message: `The body is larger than ${operation?.upload === undefined ? 1 : MOST_UPLOADED / MIB} MiB.` }),
    { connection: "close" }
  )

/** The error for a body of a media type that the operation does not take. */
export const unsupported = (operation: Operation | undefined) =>
  errorResponse(new UnsupportedMediaType({
    message: `Send the body as ${operation?.upload === undefined ? "application/json" : listed(Object.keys(operation.upload.examples))}.`
  }))

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

/**
 * Responds with a file, sent as it is made; a client that stops reading stops its making. It breaks off once the caller is no longer
 * authorized, in a way that no client takes for its end.
 */
export const sending = (operation: Operation, program: Program): Handler =>
  Effect.fnUntraced(function*({ params, query, request }: Decoded): Handling {
    const made: ReturnType<Program<Download>> = program({ ...params, ...query })
    const { content, name, type } = yield* Effect.provideService(made, Accept, request.headers["accept"] ?? "")
    /* An in-process request has no socket. */
    const { socket } = request.source as Partial<IncomingMessage>
    socket?.setTimeout(STALLED_MS)
    const context = yield* Effect.context<ApiKeys | Caller>()
    const denied = Effect.andThen(untilDenied(operation), Effect.suspend(() => {
      /* What was written and has not left yet is dropped with it. */
      socket?.resetAndDestroy()
      return Effect.interrupt
    }))
    const watched = Stream.onError(Stream.interruptWhen(content, denied), (cause) =>
      Cause.hasInterruptsOnly(cause) ? Effect.void : Effect.logError("a download broke off", cause))
    return HttpServerResponse.stream(Stream.provideContext(watched, context), {
      contentType: `${type}; charset=utf-8`,
      headers: { "content-disposition": `attachment; filename="${name}"` }
    })
  })
