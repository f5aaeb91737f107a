import { ProtocolErrorCode, SERVER_INFO_META_KEY } from "@modelcontextprotocol/server"
import { Effect, Exit } from "effect"
import { isJsonObject } from "#schemas/kernel/json"
import type { McpResponse } from "./response.ts"
import { asking, type Codec, problemOf, subjectOf } from "./calling.ts"
import type { Catalogue } from "./catalogue.ts"
import { InputRequired, type JsonObject, McpCall, type Profile, revisions } from "./profile.ts"
import { contentOf } from "./server.ts"

type Headers = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

const METHOD = "tools/call"
const META = "io.modelcontextprotocol/"
const VERSION = `${META}protocolVersion`
const CAPABILITIES = `${META}clientCapabilities`
const CLIENT = `${META}clientInfo`
/** All that a plain call says of itself in the names of the protocol. */
const known = new Set([VERSION, CAPABILITIES, CLIENT])

/** A call of a tool that says what every call has to, and nothing that needs more than an answer. */
interface Plain {
  readonly id: string | number
  readonly name: string
  readonly args: JsonObject
  readonly meta: JsonObject
}

const has = (header: Headers[string], what: string) => typeof header === "string" && header.includes(what)

const isId = (id: unknown): id is string | number => typeof id === "string" || Number.isSafeInteger(id)

const onlyHas = (value: object, names: ReadonlyArray<string>) => Object.keys(value).every((name) => names.includes(name))

/** Objects of objects, as far down as the protocol says what they are. */
const isPlainCapabilities = (value: unknown) =>
  isJsonObject(value) && Object.values(value).every((one) => isJsonObject(one) && Object.values(one).every(isJsonObject))

const isPlainClient = (value: unknown) =>
  value === undefined ||
  (isJsonObject(value) && onlyHas(value, ["name", "title", "version"]) && typeof value["name"] === "string" && typeof value["version"] === "string" &&
    ["string", "undefined"].includes(typeof value["title"]))

const isPlainMeta = (meta: unknown): meta is JsonObject =>
  isJsonObject(meta) && meta[VERSION] === revisions[0] && isPlainCapabilities(meta[CAPABILITIES]) && isPlainClient(meta[CLIENT]) &&
  Object.keys(meta).every((name) => known.has(name) || (name.includes("/") && !name.startsWith(META)))

/** Reads a plain call; nothing of whatever has to be looked at more closely, which the SDK does. */
export const plainIn = (headers: Headers, body: unknown): Plain | undefined => {
  if (!isJsonObject(body) || body["method"] !== METHOD || headers["mcp-method"] !== METHOD) return undefined
  if (headers["mcp-protocol-version"] !== revisions[0] || headers["mcp-session-id"] !== undefined) return undefined
  if (headers["content-type"] !== "application/json" || !has(headers["accept"], "application/json") || !has(headers["accept"], "text/event-stream")) {
    return undefined
  }
  const { id, jsonrpc, params } = body
  if (jsonrpc !== "2.0" || !isId(id) || !isJsonObject(params) || !onlyHas(body, ["jsonrpc", "id", "method", "params"])) return undefined
  const { _meta: meta, arguments: args = {}, name } = params
  return onlyHas(params, ["name", "arguments", "_meta"]) && typeof name === "string" && headers["mcp-name"] === name && isJsonObject(args) &&
      isPlainMeta(meta)
    ? { id, name, args: args as JsonObject, meta }
    : undefined
}

const written = (id: string | number, outcome: object): McpResponse =>
  ({ status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify({ jsonrpc: "2.0", id, ...outcome }) })

/** Answers plain calls of a profile, as the SDK would; nothing where it has no such tool. */
export const plainly = <R>({ name, title, version, websiteUrl }: Profile<R>, { tools }: Catalogue<R>, codec: Codec) => {
  const stamp = { [SERVER_INFO_META_KEY]: { name, title, version, ...websiteUrl !== undefined && { websiteUrl } } }

  return ({ args, id, meta, name }: Plain, principal: string): Effect.Effect<McpResponse, never, R> | undefined => {
    const tool = tools.get(name)
    if (tool === undefined || tool.needs !== undefined) return undefined
    const call: McpCall["Service"] = {
      revision: revisions[0],
      client: meta[CLIENT] as { readonly name: string; readonly version: string } | undefined,
      session: undefined,
      meta,
      capabilities: meta[CAPABILITIES] as JsonObject,
      responses: {},
      state: undefined,
      progress: () => Effect.void,
      log: () => Effect.void,
      pause: Effect.void
    }
    return Effect.gen(function*() {
      const exit = yield* Effect.exit(Effect.provideService(tool.call(args), McpCall, call) as ReturnType<typeof tool.call>)
      if (Exit.isFailure(exit)) {
        const { code, data, message } = yield* problemOf(exit.cause)
        return written(id, { error: { code: code as ProtocolErrorCode, message, ...data !== undefined && { data } } })
      }
      const made = exit.value
      const result = made instanceof InputRequired
        ? yield* asking(codec, subjectOf(principal, METHOD, name, args), made)
        : { resultType: "complete", ...contentOf(made) }
      return written(id, { result: { ...result, _meta: { ...stamp, ..."_meta" in result && result._meta } } })
    }) as Effect.Effect<McpResponse, never, R>
  }
}
