import type { IncomingMessage } from "node:http"
import { Cause, Effect, Stream } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiError } from "effect/http-api"
import type { ApiKeys } from "#layers/api-keys"
import { Uploads } from "#layers/uploads"
import type { Entry } from "#schemas/kernel/catalog"
import { PayloadTooLarge, UnsupportedMediaType } from "#schemas/kernel/errors"
import { Accept, type Download, MOST_UPLOADED, type Upload } from "#schemas/kernel/streams"
import type { Caller } from "#schemas/kernel/tenancy"
import { untilBarred } from "./reauthorization.ts"
import { refuse } from "./error-response.ts"

/** A client that takes nothing for so long is let go, so that it holds no connection for ever. */
const STALLED_MS = 60_000

const MIB = 1_048_576

interface Asked {
  readonly params: object | undefined
  readonly query: object | undefined
  readonly payload: Stream.Stream<Uint8Array, HttpApiError.HttpApiPayloadTooLarge>
  readonly request: HttpServerRequest.HttpServerRequest
}

const listed = (names: ReadonlyArray<string>) => names.join(" or ")

/** What is said to a body that is larger than the operation takes. */
export const tooLarge = (entry: Entry | undefined) =>
  new PayloadTooLarge({ message: `The body is larger than ${entry?.upload === undefined ? 1 : MOST_UPLOADED / MIB} MiB.` })

/** What is said to a body of a type that the operation does not take. */
export const unsupported = (entry: Entry | undefined) =>
  new UnsupportedMediaType({
    message: `Send the body as ${entry?.upload === undefined ? "application/json" : listed(Object.keys(entry.upload.examples))}.`
  })

/** Stands for a file where a request is compared with an earlier one: the type, and the hash of all its bytes. */
export const fingerprintOf = ({ hash, type }: Upload): string => `${type} ${Buffer.from(hash).toString("hex")}`

/**
 * Before `handle`, which is given the file as the field `body`: keeps it while it arrives. What no program claimed is
 * thrown away afterwards: a repetition, a refusal.
 */
export const receiving = <A, E, R>(entry: Entry, handle: (asked: object) => Effect.Effect<A, E, R>) =>
  Effect.fnUntraced(function*({ payload, ...asked }: Asked) {
    const uploads = yield* Uploads
    const type = asked.request.headers["content-type"]!.split(";")[0]!.trim().toLowerCase()
    const body = yield* uploads.receive(payload, type)
    return yield* Effect.ensuring(handle({ ...asked, payload: { body } }), uploads.discard(body.id))
  }, Effect.catchIf(HttpApiError.HttpApiPayloadTooLarge.is, () => refuse(tooLarge(entry), { connection: "close" })))

/**
 * A file as an answer, sent as it is made; whoever stops reading stops its making. It breaks off where whoever asked may not have
 * it any more, which no client takes for its end.
 */
export const sending = <E, R>(entry: Entry, program: (input: object) => Effect.Effect<Download, E, R>) =>
  Effect.fnUntraced(function*({ params, query, request }: Asked) {
    const made = program({ ...params, ...query })
    const { content, name, type } = yield* Effect.provideService(made, Accept, request.headers["accept"] ?? "")
    /* A request of our own comes over no socket. */
    const { socket } = request.source as Partial<IncomingMessage>
    socket?.setTimeout(STALLED_MS)
    const context = yield* Effect.context<ApiKeys | Caller>()
    const barred = Effect.andThen(untilBarred(entry), Effect.suspend(() => {
      /* What was written and has not left yet is dropped with it. */
      socket?.resetAndDestroy()
      return Effect.interrupt
    }))
    const watched = Stream.onError(Stream.interruptWhen(content, barred), (cause) =>
      Cause.hasInterruptsOnly(cause) ? Effect.void : Effect.logError("a download broke off", cause))
    return HttpServerResponse.stream(Stream.provideContext(watched, context), {
      contentType: `${type}; charset=utf-8`,
      headers: { "content-disposition": `attachment; filename="${name}"` }
    })
  })
