import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { Effect } from "effect"
import { eventually } from "../support/eventually.ts"

/** A request as it came in. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly event: any
  /** Milliseconds since 1970. */
  readonly at: number
}

type Behaviour = (response: ServerResponse, received: Received, turn: number) => void

const well: Behaviour = (response) => void response.writeHead(200).end("thanks")

const closed = async (server: Server, sockets: ReadonlySet<Socket>) => {
  for (const socket of sockets) socket.destroy()
  await new Promise<void>((resolve) => server.close(() => resolve()))
}

/** Settings of a server that may send to this machine. */
export const here = { webhookAllowHttp: true, webhookAllowHosts: ["127.0.0.1", "localhost"] }

/** An endpoint on this machine that keeps what it gets and answers as it is told. */
export const receiver = (behaviour: Behaviour = well) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const received: Array<Received> = []
      const sockets = new Set<Socket>()
      let behave = behaviour
      const server = createServer((request, response) => {
        const chunks: Array<Buffer> = []
        request.on("data", (chunk: Buffer) => chunks.push(chunk)).on("end", () => {
          const body = Buffer.concat(chunks).toString()
          const one = { path: request.url!, headers: request.headers, body, event: JSON.parse(body), at: Date.now() }
          received.push(one)
          behave(response, one, received.length)
        })
      })
      let connections = 0
      server.on("connection", (socket) => {
        connections++
        sockets.add(socket)
        socket.on("close", () => sockets.delete(socket))
        socket.on("error", () => {})
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const { port } = server.address() as AddressInfo
      return {
        url: `http://127.0.0.1:${port}/hook`,
        received,
        connections: () => connections,
        behave: (other: Behaviour) => void (behave = other),
        end: () => closed(server, sockets)
      }
    }),
    ({ end }) => Effect.promise(end)
  )

/** Waits until something is so. */
export const until = eventually

/** Waits until a receiver has so many requests. */
export const arrived = ({ received }: { readonly received: ReadonlyArray<Received> }, count: number, patience?: number) =>
  until(Effect.sync(() => received.length), (n) => n >= count, patience)
