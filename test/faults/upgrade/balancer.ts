import { once } from "node:events"
import { Agent, createServer, request } from "node:http"
import { Effect } from "effect"

/** Milliseconds between two questions whether a node is ready. */
const INTERVAL_MS = 500
/** Milliseconds that a node has to say so. One that is late stays what it was: it may share a busy machine. */
const PATIENCE_MS = 5_000

/**
 * A load balancer as operators have one: it asks each node by `/health/ready`, sends requests in turn to those that said 200 the last time, over
 * connections that it keeps, and leaves out who says 503 from then on. It sends no request a second time: what a node that leaves does not answer fails.
 */
export const balancer = (ports: ReadonlyArray<number>) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const ready = new Set<number>()
        const asking = new Set<number>()
        const failures: Array<string> = []
        const sent = new Map(ports.map((port) => [port, 0]))
        const agent = new Agent({ keepAlive: true, maxSockets: 256 })
        let turn = 0

        const look = async (port: number) => {
          if (asking.has(port)) return
          asking.add(port)
          const isReady = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
            async (response) => (await response.arrayBuffer(), response.ok),
            (error: Error) => error.name === "TimeoutError" && ready.has(port))
          asking.delete(port)
          if (isReady) ready.add(port)
          else ready.delete(port)
        }
        const looking = setInterval(() => void Promise.all(ports.map(look)), INTERVAL_MS)

        const next = () => {
          for (let n = 0; n < ports.length; n++) {
            const port = ports[turn++ % ports.length]!
            if (ready.has(port)) return port
          }
          return undefined
        }
        const server = createServer((incoming, response) => {
          const port = next()
          if (port === undefined) {
            failures.push(`${incoming.method} ${incoming.url}: no node is ready`)
            return void response.writeHead(503).end()
          }
          sent.set(port, sent.get(port)! + 1)
          const { connection: _, ...headers } = incoming.headers
          const onward = request({ host: "127.0.0.1", port, agent, method: incoming.method, path: incoming.url, headers }, (answer) => {
            const { connection: __, "keep-alive": ___, ...told } = answer.headers
            response.writeHead(answer.statusCode!, told)
            answer.on("error", () => response.destroy()).pipe(response)
          })
          onward.on("error", (error: NodeJS.ErrnoException) => {
            failures.push(`${incoming.method} ${incoming.url} at ${port}: ${error.code ?? error.message}`)
            if (response.headersSent) response.destroy()
            else response.writeHead(502).end()
          })
          incoming.pipe(onward)
        }).listen(0, "127.0.0.1")
        await once(server, "listening")
        const end = async () => {
          clearInterval(looking)
          server.close()
          server.closeAllConnections()
          agent.destroy()
        }
        return { port: (server.address() as { readonly port: number }).port, ready, failures, sent, end }
      }),
      ({ end }) => Effect.promise(end)
    ),
    ({ failures, port, ready, sent }) => ({
      port, failures, sent,
      /** Waits until it sends requests to a node. */
      takes: (node: number) => Effect.promise(async () => {
        while (!ready.has(node)) await new Promise((resolve) => setTimeout(resolve, 20))
      })
    })
  )
