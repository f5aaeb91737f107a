import canonicalize from "canonicalize"
import { Effect, Result, type Schema } from "effect"
import { isDeep, MOST_DEPTH } from "../http/json-body.ts"
import { CurrentRequest } from "../http/request-context.ts"
import { Site } from "#layers/kernel/installation/site"
import { isJsonObject } from "#schemas/kernel/json"
import { tools } from "#schemas/tools/catalog"
import { type ToolError, ToolRefusal, toolStatuses } from "#schemas/tools/refusal"
import { requestTypes } from "#schemas/tools/request"
import type { AnyTool } from "#schemas/tools/tool"
import { instead, ToolDispatcher, toolNamed } from "./dispatcher.ts"
import { listed } from "./server-info.ts"

/** Where each code is explained. */
export const docsOf = (origin: string, code: string) => `${origin}/tools#error-${code}`

export interface Answered {
  readonly status: number
  readonly body: string
  /** The answer holds until what is published changes. */
  readonly lasting: boolean
  readonly headers?: Readonly<Record<string, string>>
}

type Given = Readonly<Record<string, Schema.Json>>

/** How a call is written by who asks in the plain envelope, and by who asks in MCP. */
const writings = {
  envelope: (tool: string, given: unknown) => ({ type: "call_tool", tool, arguments: given }),
  mcp: (name: string, given: unknown) => ({ name, arguments: given })
} as const

const listing = `Try: ${JSON.stringify({ type: "list_tools" })}`

interface Shown {
  /** The tool that the hint shows. */
  readonly tool: AnyTool | undefined
  /** Where HTTP has a closer one than the code. */
  readonly status?: number | undefined
  readonly writing?: keyof typeof writings
}

/** The envelope of a no (interface, section 7.2). */
export const errorOf = Effect.fnUntraced(function*(
  { code, details, hint, instead, message, see }: ToolRefusal,
  { status = toolStatuses[code], tool, writing = "envelope" }: Shown
) {
  const { id } = yield* CurrentRequest
  const origin = yield* (yield* Site).origin
  const waits = code === "internal" || code === "rate_limit.exceeded"
  const call = see ?? (tool === undefined ? undefined : { tool: tool.name, arguments: instead ?? tool.example })
  const shown = waits ? hint
    : call === undefined ? `${hint} ${listing}`
    : `${hint} Try: ${JSON.stringify(writings[writing](call.tool, call.arguments))}`
  return {
    code,
    status,
    message,
    hint: shown,
    docs_url: docsOf(origin, code),
    ...details !== undefined && { details },
    request_id: id
  } satisfies ToolError
})

/** A no of the endpoint, ready to be sent. */
export const refused = Effect.fnUntraced(function*(refusal: ToolRefusal, tool?: AnyTool, status?: number) {
  const error = yield* errorOf(refusal, { tool, status })
  return {
    status: error.status,
    body: JSON.stringify({ success: false, error }),
    lasting: false,
    ...refusal.retryAfter !== undefined && { headers: { "retry-after": String(refusal.retryAfter) } }
  }
})

const malformed = (message: string, hint: string) => new ToolRefusal({ code: "request.malformed", message, hint })

/** A body that is no request of any kind. */
export const unreadable = (message: string, status?: number) =>
  refused(
    malformed(message, "Send a JSON object with \"type\", or a JSON-RPC 2.0 message of the Model Context Protocol."),
    undefined,
    status
  )

const argumentsOf = (request: Given): unknown => {
  const { arguments: given, params } = request
  if (given !== undefined && params !== undefined && canonicalize(given) !== canonicalize(params)) {
    return malformed("The request has both arguments and params, and they differ.", "Send the arguments once, as \"arguments\".")
  }
  return given ?? params ?? {}
}

const callTool = Effect.fnUntraced(function*(request: Given) {
  const name = request["tool"]
  if (typeof name !== "string" || name === "") {
    return yield* refused(malformed("call_tool needs the name of a tool as \"tool\".", "list_tools names all of them."), tools[0])
  }
  const given = argumentsOf(request)
  const tool = toolNamed(name)
  if (given instanceof ToolRefusal) return yield* refused(given, tool ?? instead(name))
  if (!isJsonObject(given)) {
    return yield* refused(malformed("The arguments must be a JSON object.", "Name each argument."), tool ?? instead(name))
  }
  const outcome = yield* (yield* ToolDispatcher).call(name, given)
  return Result.isSuccess(outcome)
    ? { status: 200, body: JSON.stringify({ success: true, data: outcome.success }), lasting: tool!.nature === "content" }
    : yield* refused(outcome.failure, tool ?? instead(name))
})

const list = Effect.succeed<Answered>({ status: 200, body: JSON.stringify({ success: true, data: { tools: listed } }), lasting: true })

/** Answers a ToolRequest (interface, section 2.1). */
export const answerRequest = (request: unknown): Effect.Effect<Answered, never, ToolDispatcher | Site> => {
  if (isDeep(request)) return unreadable(`The body nests deeper than ${MOST_DEPTH}.`)
  if (!isJsonObject(request)) return unreadable("The body must be one JSON object.")
  if (request["type"] === "list_tools") return list
  if (request["type"] === "call_tool") return callTool(request)
  return request["type"] === undefined
    ? unreadable("The body has neither \"type\" nor \"jsonrpc\".")
    : refused(new ToolRefusal({
      code: "request.unknown_type",
      message: `There is no request of the type ${JSON.stringify(request["type"])?.slice(0, 100)}.`,
      hint: `The types are ${requestTypes.join(" and ")}.`
    }))
}
