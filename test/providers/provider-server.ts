import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { Effect } from "effect"

/** A request as it came in. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** What the protocol answers. A body of parts is sent part by part. */
export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer | ReadonlyArray<string>
}

/** What goes wrong between the party and us. */
export type Fault =
  /** It is not answered at all. */
  | "slow"
  /** The connection breaks in the middle of the answer, and before anything was done. */
  | "cut"
  /** It is done, and the connection breaks before the answer. */
  | "lost"
  /** It is done, and never answered. */
  | "hung"
  | "limited" | "limited_soon" | "broken" | "unauthorized" | "malformed" | "oversized" | "redirect"
  /** It is refused, with everything that was sent repeated in the answer. */
  | "echo"

const OVERSIZED = 2 * 1_048_576

const json = (response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}) =>
  void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value))

const wrong: Readonly<Record<Exclude<Fault, "lost" | "hung">, (response: ServerResponse, asked: Asked) => void>> = {
  slow: () => {},
  cut: (response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" })
    response.write("{\"id\": \"hal", () => response.destroy())
  },
  limited: (response) => json(response, 429, {}, { "retry-after": "30" }),
  limited_soon: (response) => json(response, 429, {}, { "retry-after": "0" }),
  broken: (response) => void response.writeHead(500, { "content-type": "text/html" }).end("<h1>Internal error</h1>"),
  unauthorized: (response) => json(response, 401, {}),
  malformed: (response) => void response.writeHead(200, { "content-type": "application/json" }).end("{\"id\": 7,"),
  oversized: (response) => void response.writeHead(200, { "content-type": "application/json" }).end(`"${"x".repeat(OVERSIZED)}"`),
  redirect: (response) => void response.writeHead(302, { location: "/elsewhere" }).end(),
  echo: (response, { body, headers }) => {
    const message = `Refused: ${JSON.stringify(headers)} ${body.toString()}`
    json(response, 400, { error: { type: "invalid_request_error", code: "echo", message }, code: 20_001, message })
  }
}

/** A party on this machine that speaks its protocol, as long as it is not told to do worse. */
export const providerServer = (protocol: (asked: Asked) => Answer) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const asked: Array<Asked> = []
      const sockets = new Set<Socket>()
      let fault: Fault | undefined
      let left = 0
      let concerns: (asked: Asked) => boolean = () => true
      const server = createServer((request, response) => {
        const chunks: Array<Buffer> = []
        request.on("error", () => {}).on("data", (chunk: Buffer) => chunks.push(chunk)).on("end", () => {
          const { pathname, searchParams } = new URL(request.url!, "http://party")
          const one = { method: request.method!, path: pathname, query: searchParams, headers: request.headers, body: Buffer.concat(chunks) }
          asked.push(one)
          const now = concerns(one) && left-- > 0 ? fault : undefined
          if (now !== undefined && now !== "lost" && now !== "hung") return wrong[now](response, one)
          const { body = "", headers = {}, status } = protocol(one)
          if (now === "lost") return void response.destroy()
          if (now === "hung") return
          response.writeHead(status, headers)
          if (typeof body === "string" || Buffer.isBuffer(body)) return void response.end(one.method === "HEAD" ? "" : body)
          for (const part of body) response.write(part)
          response.end()
        })
      })
      let connections = 0
      server.on("connection", (socket) => {
        connections++
        sockets.add(socket)
        socket.on("close", () => sockets.delete(socket)).on("error", () => {})
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const { port } = server.address() as AddressInfo
      return {
        url: `http://127.0.0.1:${port}`,
        asked,
        connections: () => connections,
        /** The next requests go wrong so; all of them unless told, or all of some kind. */
        fail: (how: Fault | undefined, times = Number.POSITIVE_INFINITY, which: (asked: Asked) => boolean = () => true) => {
          fault = how
          concerns = which
          left = how === undefined ? 0 : times
        },
        end: async () => {
          for (const socket of sockets) socket.destroy()
          await new Promise<void>((resolve) => server.close(() => resolve()))
        }
      }
    }),
    ({ end }) => Effect.promise(end)
  )

export type ProviderServer = Effect.Success<ReturnType<typeof providerServer>>

export const answer = (status: number, value: unknown): Answer =>
  ({ status, headers: { "content-type": "application/json" }, body: JSON.stringify(value) })

/** An address at which nobody listens. */
export const nobody = Effect.promise(async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return `http://127.0.0.1:${port}`
})
