import type { IncomingMessage, ServerResponse } from "node:http"
import type { Exchange } from "../http/request-context.ts"
import type { Finish } from "../http/access-log.ts"
import type { Prepared } from "./encodings.ts"

/** A request to the endpoint, and where its answer goes. */
export interface Visit {
  readonly exchange: Exchange
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** Anybody's page may ask: no credential travels, and nothing here is one caller's. */
const open = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "X-Request-Id, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset"
}

const MOST_BYTES = 1_048_576

/** Reads the body of a request, up to 1 MiB; `undefined` for a longer one, which is read to its end all the same. */
export const read = ({ request }: Visit, done: (body: Buffer | undefined) => void): void => {
  const parts: Array<Buffer> = []
  let length = 0
  request.on("data", (part: Buffer) => {
    length += part.length
    if (length <= MOST_BYTES) parts.push(part)
  })
  request.on("end", () => done(length > MOST_BYTES ? undefined : parts.length === 1 ? parts[0] : Buffer.concat(parts)))
}

/** How answers leave. */
export const writerOf = (finish: Finish["Service"]) => {
  const headersOf = (exchange: Exchange) => {
    const headers = finish.headersOf(exchange, undefined)
    headers["access-control-allow-origin"] = open["access-control-allow-origin"]
    headers["access-control-expose-headers"] = open["access-control-expose-headers"]
    return headers
  }
  const send = (visit: Visit, status: number, more: Readonly<Record<string, string>>, body: string | undefined, encoding: "utf8" | "latin1") => {
    const { exchange, request, response } = visit
    const headers = headersOf(exchange)
    for (const name in more) headers[name] = more[name]!
    response.writeHead(status, headers)
    if (body === undefined || request.method === "HEAD") response.end()
    else response.end(body, encoding)
    finish.record(exchange, request, status)
  }
  return {
    headersOf,
    empty: (visit: Visit, status: number, headers: Readonly<Record<string, string>>) => send(visit, status, headers, undefined, "utf8"),
    json: (visit: Visit, status: number, body: string, headers: Readonly<Record<string, string>> = {}) =>
      send(visit, status, { ...headers, "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }, body, "utf8"),
    prepared: (visit: Visit, status: number, { headers, text }: Prepared) => send(visit, status, headers, text, "latin1"),
    record: ({ exchange, request }: Visit, status: number) => finish.record(exchange, request, status)
  }
}
