import { createHash } from "node:crypto"
import { ProtocolError, ProtocolErrorCode, type RequestStateCodec, type Server, type ServerContext } from "@modelcontextprotocol/server"
import canonicalize from "canonicalize"
import { Cause, type Context, Effect, Exit, type Schema } from "effect"
import { isAway } from "#layers/database/problem"
import { RequestId } from "#schemas/kernel/errors"
import { InputRequired, type JsonObject, McpCall, McpError, revisions } from "./profile.ts"

/** What the transport hands to the handlers with each request, in the one place that the SDK carries through untouched. */
export interface Carried<R> {
  /** Whom it acts for. */
  readonly principal: string
  readonly context: Context.Context<R>
}

export const carry = <R>(carried: Carried<R>) => ({ token: "", clientId: carried.principal, scopes: [], extra: { carried } })

const carriedIn = <R>({ http }: ServerContext): Carried<R> => http!.authInfo!.extra!["carried"] as Carried<R>

/** What a round kept, and for which call. */
interface Kept {
  readonly of: string
  readonly state: Schema.Json
}

/** What has no canonical form (RFC 8785), a half of a character say, counts as it was written. */
const canonical = (call: ReadonlyArray<unknown>): string => {
  try {
    return canonicalize(call) ?? ""
  } catch {
    return JSON.stringify(call)
  }
}

/** The same call by the same caller with the same arguments; what an answer was asked for holds for nothing else. */
export const subjectOf = (principal: string, method: string, name: string, args: unknown): string => {
  return createHash("sha256").update(canonical([principal, method, name, args])).digest("base64url")
}

const broken = "Something went wrong on our side; the request id finds it in our log."
const away = "The database cannot be reached right now; try again soon."

/** An error as the SDK has it. Our own faults are ours to read; the client is told where to find them. */
export const problemOf = (cause: Cause.Cause<McpError>): Effect.Effect<ProtocolError> => {
  const error = Cause.squash(cause)
  if (error instanceof McpError) return Effect.succeed(new ProtocolError(error.code, error.message, error.data))
  return Effect.flatMap(RequestId, (request_id) =>
    Effect.as(
      Cause.hasInterruptsOnly(cause) ? Effect.void : Effect.logError("a call over MCP broke", cause),
      new ProtocolError(ProtocolErrorCode.InternalError, isAway(error) ? away : broken, { request_id })
    ))
}

/** Runs an effect for a handler of the SDK: as part of its request, and no longer than the client waits. */
export const run = async <A, R>(effect: Effect.Effect<A, McpError, R>, ctx: ServerContext): Promise<A> => {
  const { context } = carriedIn<R>(ctx)
  const told = Effect.catchCause(effect, (cause) => Effect.flatMap(problemOf(cause), Effect.fail))
  const exit = await Effect.runPromiseExitWith(context)(told, { signal: ctx.mcpReq.signal })
  if (Exit.isSuccess(exit)) return exit.value
  throw Cause.squash(exit.cause)
}

interface Subject {
  readonly name: string
  readonly args: unknown
}

/** What a program may know of its call, and tell its client meanwhile. */
const callOf = (server: Server, ctx: ServerContext, logs: boolean, state: Schema.Json | undefined): McpCall["Service"] => {
  const { _meta = {}, inputResponses = {}, log, notify } = ctx.mcpReq
  const { progressToken } = _meta
  return {
    revision: ctx.mcpReq.envelope === undefined ? revisions[1] : revisions[0],
    client: server.getClientVersion(),
    session: ctx.sessionId,
    meta: _meta as JsonObject,
    capabilities: (server.getClientCapabilities() ?? {}) as JsonObject,
    responses: inputResponses as Readonly<Record<string, JsonObject>>,
    state,
    progress: (progress, total, message) =>
      progressToken === undefined ? Effect.void : Effect.promise(() =>
        notify({
          method: "notifications/progress",
          params: { progressToken, progress, ...total !== undefined && { total }, ...message !== undefined && { message } }
        })),
    log: (level, data) => logs ? Effect.promise(() => log(level, data)) : Effect.void,
    pause: Effect.sync(() => ctx.http?.closeSSE?.())
  }
}

/** What the client is asked, with what is kept sealed until it comes back. */
export const asking = Effect.fnUntraced(function*(codec: RequestStateCodec<Kept>, of: string, { requests, state }: InputRequired) {
  return {
    resultType: "input_required",
    inputRequests: requests,
    ...state !== undefined && { requestState: yield* Effect.promise(() => codec.mint({ of, state })) }
  }
})

/** Runs what may ask back: seals what it keeps for the next round, and opens what it kept in the last. */
export const work = <A, R, B extends object>(
  server: Server,
  codec: RequestStateCodec<Kept>,
  logs: boolean,
  effect: Effect.Effect<A | InputRequired, McpError, R | McpCall>,
  subject: Subject,
  ctx: ServerContext,
  done: (made: A) => B
) =>
  run(Effect.gen(function*() {
    const of = () => subjectOf(carriedIn(ctx).principal, ctx.mcpReq.method, subject.name, subject.args)
    const kept = ctx.mcpReq.requestState<Kept>()
    if (kept !== undefined && kept.of !== of()) {
      return yield* Effect.fail(new McpError(ProtocolErrorCode.InvalidParams, "This requestState belongs to another call: begin again."))
    }
    const made = yield* Effect.provideService(effect, McpCall, callOf(server, ctx, logs, kept?.state)) as Effect.Effect<
      A | InputRequired, McpError, R
    >
    return made instanceof InputRequired ? yield* asking(codec, of(), made) : done(made)
  }), ctx)

export type Codec = RequestStateCodec<Kept>
