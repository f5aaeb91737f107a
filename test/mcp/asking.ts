import { Effect } from "effect"
import { send } from "../support/test-server.ts"

const META = "io.modelcontextprotocol/"

export const MODERN = "2026-07-28"
export const LEGACY = "2025-11-25"

const accept = "application/json, text/event-stream"

type Headers = Readonly<Record<string, string>>
type Params = Readonly<Record<string, unknown>>

const nameOf = ({ name, uri }: Params) => typeof name === "string" ? name : typeof uri === "string" ? uri : undefined

/** A request of 2026-07-28, with all it has to say of itself. */
export const modernRequest = (method: string, params: Params = {}, capabilities: Params = {}, meta: Params = {}) => ({
  headers: {
    accept,
    "mcp-protocol-version": MODERN,
    "mcp-method": method,
    ...nameOf(params) !== undefined && { "mcp-name": nameOf(params)! }
  } as Headers,
  body: {
    jsonrpc: "2.0",
    id: 1,
    method,
    params: { ...params, _meta: { [`${META}protocolVersion`]: MODERN, [`${META}clientCapabilities`]: capabilities, ...meta } }
  }
})

/** Sends any body, or a text as it is. */
export const post = (path: string, body: unknown, headers: Headers = {}) =>
  send(`/api/..${path}`, { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body), headers: { accept, ...headers } })

export const modern = (path: string, method: string, params?: Params, capabilities?: Params) => {
  const { body, headers } = modernRequest(method, params, capabilities)
  return post(path, body, headers)
}

/** The first message with an id in an answer, however it came. */
export const messageIn = (text: string): any =>
  text.startsWith("{") ? JSON.parse(text) : text.split("\n").filter((line) => line.startsWith("data: {")).map((line) => JSON.parse(line.slice(6)))
    .find(({ id, method }) => id !== undefined && method === undefined)

const initialize = {
  jsonrpc: "2.0", id: 0, method: "initialize",
  params: { protocolVersion: LEGACY, capabilities: {}, clientInfo: { name: "test", version: "1" } }
}

/** Begins a session; the headers that go on with it, or none where there are no sessions. */
export const begin = Effect.fnUntraced(function*(path: string, more: Headers = {}) {
  const sent = yield* post(path, initialize, more)
  const id = sent.headers.get("mcp-session-id")
  return { sent, headers: { "mcp-protocol-version": LEGACY, ...id !== null && { "mcp-session-id": id } } as Headers }
})

export const legacy = (path: string, headers: Headers, method: string, params: Params = {}) =>
  post(path, { jsonrpc: "2.0", id: 2, method, params }, headers)
