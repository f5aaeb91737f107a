import { createHash } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { Cause, Context, Effect, Exit, Option, Scope, Stream } from "effect"
import { Headers, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { ApiKeys } from "#layers/auth/api-keys"
import type { SecretStore } from "#layers/auth/secret-store"
import { EventStreams, MOST_MS } from "#layers/kernel/event-streams"
import type { StoredResponse } from "#layers/kernel/idempotency"
import type { Operation } from "#schemas/kernel/catalog"
import { Conflict, type Refusal } from "#schemas/kernel/errors"
import type { Streaming } from "#schemas/kernel/streams"
import { Caller } from "#schemas/kernel/tenancy"
import { acceptsProblem, errorResponse } from "./error-response.ts"
import { responseOfCause } from "./failures.ts"
import { cutWhenDenied, logged, StalledMs } from "./file-streams.ts"
import { inFlight, keptFingerprintOf, noBody, usedOtherwise } from "./fingerprint.ts"
import { runGathered } from "./gathering.ts"
import type { Decoded, Handler, Handling, Program } from "./program.ts"
import { reauthorized } from "./reauthorization.ts"
import { CurrentRequest } from "./request-context.ts"
import { writer } from "./writer.ts"

/** Milliseconds after which a client that hears nothing is sent a comment, so that no one between takes the connection for dead. */
const HEARTBEAT_MS = 15_000

/** Milliseconds for which a client that wants the whole answer waits for another process that makes it. */
const WAIT_MS = 10_000

/** After the last piece that a stream can have. */
const LAST = 2_147_483_647

/** Pieces that the program's second part makes the answer of, and what it ends with, in its transaction. */
const CurrentPieces = Context.Reference<{ readonly all: ReadonlyArray<unknown>; readonly end: Effect.Effect<void, never, Caller> }>(
  "src/http/CurrentPieces", { defaultValue: () => ({ all: [], end: Effect.void }) }
)

const gone = new Conflict({ message: "This stream is not kept any more; ask for the answer again." })

/** `<stream>.<position>`, as this service sends it. */
const positionIn = (lastEventId: string | undefined) => {
  const [, stream, position] = /^(\d{1,15})\.(\d{1,9})$/u.exec(lastEventId ?? "") ?? []
  return stream === undefined ? undefined : { stream: Number(stream), position: Number(position) }
}

const encoder = new TextEncoder()
const event = (id: string, name: string, data: string) => encoder.encode(`id: ${id}\nevent: ${name}\ndata: ${data}\n\n`)
const heartbeat = encoder.encode(": \n\n")

/** Proxies must neither keep it nor wait for more of it. */
const headers = { "cache-control": "no-store, no-transform", "x-accel-buffering": "no" }

const stored = ({ body, headers, status }: HttpServerResponse.HttpServerResponse): StoredResponse => ({
  status,
  headers: { ...headers },
  body: body._tag === "Uint8Array" ? Buffer.from(body.body).toString("utf8") : ""
})

/** What a client may try again under the same key: the writer keeps everything else. */
const mayTryAgain = (status: number) => ![404, 409, 410, 412].includes(status) && status >= 300

/** Until the lease may have ended, or a heartbeat is due. */
const waitMs = (leaseMs: number) => Math.min(HEARTBEAT_MS, Math.max(leaseMs, 0) + 200)

interface Following {
  readonly id: number
  readonly after: number
  readonly takeOver: Effect.Effect<void, never, Caller>
  /** Tells who is no longer authorized, until the scope ends. */
  readonly watch: Effect.Effect<void, never, ApiKeys | Caller | Scope.Scope>
}

/**
 * The pieces of a stream as they come, then the answer or the error; a client that stops reading stops the reading of them. The context
 * of the request takes the place of the one that the response is sent in: `Stream.provideContext` would keep a copy of all services.
 */
const following = (
  streams: EventStreams["Service"], { after, id, takeOver, watch }: Following, context: Context.Context<ApiKeys | Caller>
): Stream.Stream<Uint8Array> => {
  const next = Effect.fnUntraced(function*(at: number, { seen, wait }: Effect.Success<ReturnType<typeof streams.follow>>) {
    seen()
    const { isGone, leaseMs, outcome, pieces } = yield* streams.since(id, at)
    const sent = pieces.map(({ data, position }) => event(`${id}.${position}`, "piece", data))
    const last = pieces.at(-1)?.position ?? at
    if (isGone) return [[], Option.none<number>()] as const
    if (outcome !== undefined) {
      return [[...sent, event(`${id}.${last}`, outcome.status < 300 ? "answer" : "error", outcome.body)], Option.none<number>()] as const
    }
    if (pieces.length > 0) return [sent, Option.some(last)] as const
    if (leaseMs < 0) yield* takeOver
    return [(yield* wait(waitMs(leaseMs))) ? [] : [heartbeat], Option.some(at)] as const
  })
  const begun = Effect.andThen(watch, Effect.map(streams.follow(id), (follower) =>
    Stream.prepend(Stream.paginate(after, (at: number) => Effect.updateContext(next(at, follower), (_: Context.Context<never>) => context)), [heartbeat])))
  return Stream.unwrap(Effect.updateContext(begun, (outer: Context.Context<Scope.Scope>) =>
    Context.add(context, Scope.Scope, Context.get(outer, Scope.Scope))))
}

/**
 * Handles a write whose answer is made piece by piece. The pieces are kept as they come, by work that does not depend on who reads
 * them, and the answer is written like that of other writes: in one transaction, once for each key. A client follows the pieces, or waits for the
 * answer; one that comes back goes on after the piece it had last.
 */
export const eventWriter = (operation: Operation, program: Program): Handler => {
  const { pieces, whole } = program as Streaming<object, unknown, unknown, Refusal, never>
  if (pieces === undefined) throw new Error(`${operation.name}: its program is not made with streamed`)
  const write = writer(operation, (input) => Effect.flatMap(CurrentPieces, ({ all, end }) => Effect.tap(whole(input, all), end)))

  /** Makes what is missing of the pieces, then the answer. */
  const make = Effect.fnUntraced(function*(id: number, input: Decoded, streams: EventStreams["Service"], failed: (cause: Cause.Cause<unknown>) => void) {
    const all: Array<unknown> = []
    for (let read = yield* streams.since(id, 0); read.pieces.length > 0; read = yield* streams.since(id, all.length)) {
      for (const { data } of read.pieces) all.push(JSON.parse(data))
    }
    const flat = { ...input.params, ...input.query, ...input.payload }
    const kept = Effect.fnUntraced(function*(some: ReadonlyArray<unknown>) {
      const isOurs = yield* reauthorized(operation, streams.append(id, all.length, some.map((one) => JSON.stringify(one))))
      if (!isOurs) return yield* Effect.interrupt
      all.push(...some)
    })
    yield* runGathered(pieces(flat, [...all]), kept, failed)
    /* Not before, so that whoever erases a person waits for it, and it never for them. */
    const end = Effect.flatMap(streams.held(id), (isOurs) => isOurs ? Effect.void : Effect.interrupt)
    return yield* Effect.provideService(write(input), CurrentPieces, { all, end })
  })

  /** In the envelope, whatever its first reader accepts: others may read it too. */
  const errorOf = Effect.fnUntraced(function*(cause: Cause.Cause<unknown>) {
    const request = yield* HttpServerRequest.HttpServerRequest
    const plain = request.modify({ headers: Headers.remove(request.headers, "accept") })
    return stored(yield* Effect.provideService(responseOfCause(cause, yield* CurrentRequest), HttpServerRequest.HttpServerRequest, plain))
  })

  /** The same to its end, which is kept, whoever reads it. */
  const made = (id: number, input: Decoded, streams: EventStreams["Service"]) =>
    Effect.suspend(() => {
      const lateAt = performance.now() + MOST_MS
      let failure: Cause.Cause<unknown> | undefined
      const making = make(id, input, streams, (cause) => void (failure = cause))
      return Effect.onExit(making, Effect.fnUntraced(function*(exit) {
        if (Exit.isFailure(exit)) failure ??= exit.cause
        if (failure !== undefined && Cause.hasInterruptsOnly(failure)) {
          if (performance.now() < lateAt) return
          failure = Cause.fail(new Cause.TimeoutError("a stream took too long"))
        }
        const outcome = Exit.isSuccess(exit) ? stored(exit.value) : yield* errorOf(failure!)
        yield* streams.finish(id, outcome, mayTryAgain(outcome.status))
      }))
    })

  return Effect.fnUntraced(function*(input: Decoded): Handling {
    const { headers: given, params, query, request } = input
    const context = yield* Effect.context<EventStreams | SecretStore | ApiKeys | Caller>()
    const streams = Context.get(context, EventStreams)
    const asked = keptFingerprintOf(context, operation, { params, query }, input.body ?? noBody)
    const { fingerprint, key } = knownBy(given?.["idempotency-key"], asked, Context.get(context, Caller))
    const last = positionIn(request.headers["last-event-id"])
    const stream = last === undefined || key !== undefined
      ? yield* streams.open({ verb: operation.name, key, fingerprint })
      : yield* streams.known(last.stream, operation.name)
    if (stream === undefined) return yield* gone
    if (Buffer.compare(stream.fingerprint, fingerprint) !== 0) return yield* usedOtherwise
    const work = streams.make(stream.id, made(stream.id, input, streams))
    /* Whoever made it has crashed: of all who follow it, one goes on. */
    const takeOver = Effect.flatMap(streams.known(stream.id, operation.name), (now) => now?.toMake === true ? work : Effect.void)
    if (stream.toMake) yield* work

    if (request.headers["accept"]?.includes("text/event-stream") !== true) {
      return yield* answerOf(streams, stream.id, stream.toMake, takeOver)
    }
    yield* streams.mayFollow
    const { socket } = request.source as Partial<IncomingMessage>
    socket?.setTimeout(yield* StalledMs)
    const after = last?.stream === stream.id ? last.position : 0
    const content = following(streams, { id: stream.id, after, takeOver, watch: cutWhenDenied(operation, socket) }, context)
    return HttpServerResponse.stream(logged(content), { contentType: "text/event-stream", headers })
  })
}

/**
 * What a stream is known by. Visitors are kept apart: a key is theirs alone, as with all their writes, and a stream without a key is gone on
 * with by the visitor that began it only.
 */
const knownBy = (key: string | undefined, fingerprint: Uint8Array, { visitor }: Caller["Service"]) => {
  if (visitor === undefined) return { key, fingerprint }
  if (key !== undefined) return { key: `${visitor.idempotencyScope}\n${key}`, fingerprint }
  return { key, fingerprint: new Uint8Array(createHash("sha256").update(fingerprint).update(visitor.id).digest()) }
}

/** Waits for the answer of a stream, for those who want it whole. One that another request makes is not waited for as long. */
const answerOf = (streams: EventStreams["Service"], id: number, isOurs: boolean, takeOver: Effect.Effect<void, never, Caller>) =>
  Effect.scoped(Effect.gen(function*() {
    const { seen, wait } = yield* streams.follow(id)
    const late = performance.now() + WAIT_MS
    for (;;) {
      seen()
      const { isGone, leaseMs, outcome } = yield* streams.since(id, LAST)
      if (isGone) return yield* gone
      if (outcome !== undefined) {
        const { "x-request-id": _, "content-type": _type, "content-length": _length, ...headers } = outcome.headers
        const all = isOurs ? headers : { ...headers, "idempotent-replayed": "true" }
        const request = yield* HttpServerRequest.HttpServerRequest
        if (outcome.status >= 400 && acceptsProblem(request.headers["accept"])) {
          const { request_id: _, ...error } = JSON.parse(outcome.body)
          return yield* errorResponse(error, all)
        }
        return HttpServerResponse.text(outcome.body, { status: outcome.status, headers: all, contentType: "application/json" })
      }
      if (!isOurs && performance.now() > late) return yield* inFlight
      if (leaseMs < 0) yield* takeOver
      yield* wait(isOurs ? waitMs(leaseMs) : Math.max(1, Math.min(waitMs(leaseMs), late - performance.now())))
    }
  }))
