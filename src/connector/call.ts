import { isUtf8 } from "node:buffer"
import { Effect, Result, Stream } from "effect"
import { type HttpClientResponse, HttpServerRequest } from "effect/http"
import { answerMeta } from "#schemas/connector/meta"
import type { Operation } from "#schemas/kernel/catalog"
import { CONFIRMATION_HEADER } from "#schemas/kernel/consent"
import { Caller } from "#schemas/kernel/tenancy"
import type { ConsentState } from "#schemas/kernel/errors"
import { isJsonObject } from "#schemas/kernel/json"
import { approveElicited, rejectElicited } from "#workflows/agents/elicited"
import { type Content, type JsonObject, McpCall, type ToolResult } from "../mcp/profile.ts"
import { Connection } from "./connection.ts"
import { type Decided, decisionIn, waitingFor } from "./consent.ts"
import { refused, type Said, saidIn } from "./refusal.ts"
import { type Request, requestOf, sessionIn } from "./request.ts"
import { lacking } from "./verbs.ts"

/** The largest file that is put into an answer, in bytes. */
const MOST_BYTES = 4_194_304

const broken: Said = { code: "internal_error", message: "Something went wrong on our side; the request id finds it in our log." }
const tooLarge: Said = { code: "payload_too_large", message: "The file is larger than an answer may be: narrow it with filters." }
const ended: Said = { code: "unauthorized", message: "This connection was ended." }
const declined: Said = { code: "forbidden", message: "The person declined. Nothing was changed." }

const metaOf = ({ headers }: HttpClientResponse.HttpClientResponse): JsonObject => ({
  ...headers["x-request-id"] !== undefined && { [answerMeta.requestId]: headers["x-request-id"] },
  ...headers["etag"] !== undefined && { [answerMeta.etag]: headers["etag"] },
  ...headers["idempotent-replayed"] !== undefined && { [answerMeta.replayed]: true }
})

/** The content of an answer; nothing if it has more bytes than are wanted. */
export const contentOf = Effect.fnUntraced(function*(response: HttpClientResponse.HttpClientResponse, most = MOST_BYTES) {
  const parts: Array<Uint8Array> = []
  let bytes = 0
  yield* Effect.orDie(Stream.runForEachWhile(response.stream, (part) =>
    Effect.sync(() => {
      parts.push(part)
      bytes += part.length
      return bytes <= most
    })))
  return bytes > most ? undefined : Buffer.concat(parts)
})

/** What a file is called by its header. */
export const nameIn = (disposition: string | undefined) => /filename="([^"]*)"/u.exec(disposition ?? "")?.[1] ?? "file"

const fileIn = Effect.fnUntraced(function*(response: HttpClientResponse.HttpClientResponse, entry: Operation) {
  const file = yield* contentOf(response)
  if (file === undefined) return yield* refused(tooLarge, entry)
  const type = response.headers["content-type"]?.split(";")[0] ?? "text/plain"
  const structured = { type, name: nameIn(response.headers["content-disposition"]), bytes: file.length }
  const content: Content = isUtf8(file)
    ? { type: "text", text: file.toString("utf8") }
    : { type: "resource", resource: { uri: `file:///${encodeURIComponent(structured.name)}`, mimeType: type, blob: file.toString("base64") } }
  return { structured, content: [content], meta: metaOf(response) } satisfies ToolResult
})

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Makes the request again at the API, in the name of the connection. */
const sendFor = Effect.fnUntraced(function*(asked: Request, caller: Caller["Service"], session: string | undefined, confirmation: string | undefined) {
  const { send } = yield* Connection
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  return yield* send({
    request: asked.request,
    caller,
    headers: {
      ...asked.headers,
      ...confirmation !== undefined && { [CONFIRMATION_HEADER]: confirmation },
      "x-service-session": session,
      "x-service-agent-mode": headers["x-service-agent-mode"],
      "x-service-human-initiator": headers["x-service-human-initiator"]
    }
  })
})

/** Carries out what a person decided: answers with their confirmation, or with what the agent is told instead. */
const settle = Effect.fnUntraced(function*(entry: Operation, decided: Decided, session: string | undefined, repeats: boolean) {
  const none: string | undefined = undefined
  if (decided.decision === "unanswered") return Result.succeed(none)
  const said = { id: decided.id, session }
  if (decided.decision === "yes") {
    const approved = yield* Effect.result(approveElicited(said))
    if (Result.isSuccess(approved)) return Result.succeed(approved.success)
    return repeats ? Result.succeed(none) : Result.fail(yield* refused(approved.failure, entry))
  }
  const rejected = yield* Effect.result(rejectElicited(said))
  if (Result.isFailure(rejected)) return Result.fail(yield* refused(rejected.failure, entry))
  return Result.fail(yield* refused(declined, entry, {
    code: "confirmation.declined", hint: "Do not ask again unless the person wants it."
  }))
})

/** An operation as a tool: the call is made at the API in the process, so that the same middleware, receipts and validation apply. */
export const callOf = (entry: Operation) =>
  Effect.fnUntraced(function*(args: JsonObject) {
    const call = yield* McpCall
    const caller = yield* (yield* Connection).caller
    if (caller === undefined) return yield* refused(ended, entry)
    const asked = requestOf(entry, args, call.meta)
    /* What they may not do at all is said first, as the API does. */
    if (Result.isFailure(asked)) return yield* refused(lacking(caller, entry) as Said | undefined ?? asked.failure, entry)
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const session = sessionIn(call.meta, call.session ?? headers["x-service-session"])

    /* Under its key, a call that was made is answered again, although what was agreed to is used up. */
    const repeats = entry.acceptsIdempotencyKey && asked.success.headers["idempotency-key"] !== undefined
    const decided = decisionIn(call)
    const settled = decided === undefined
      ? Result.succeed(undefined)
      : yield* Effect.provideService(settle(entry, decided, session, repeats), Caller, caller)
    if (Result.isFailure(settled)) return settled.failure
    const response = yield* sendFor(asked.success, caller, session, settled.success)
    const { status } = response
    if (status < 300 && entry.download !== undefined) return yield* fileIn(response, entry)

    const text = yield* Effect.orDie(response.text)
    const body = text === "" ? {} : parsed(text)
    if (status < 300) {
      return {
        ...isJsonObject(body) && { structured: body },
        content: [{ type: "text", text }],
        meta: metaOf(response)
      } satisfies ToolResult
    }
    const said = saidIn(body)
    if (said === undefined) return yield* Effect.as(Effect.logError(`${entry.name} answered ${status} in no envelope`), yield* refused(broken, entry))
    if (said.code !== "confirmation_required") {
      return yield* refused(said, entry, {}, Number(response.headers["retry-after"]) || undefined)
    }
    const wasAsked = decided !== undefined
    return yield* waitingFor(entry, caller, call, { consent: said.consent as ConsentState, message: said.message, session, wasAsked })
  })
