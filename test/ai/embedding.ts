import { createServer, type Server } from "node:http"
import { connect, createServer as listen, type AddressInfo, type Socket } from "node:net"
import { Effect } from "effect"

const port = (server: { readonly address: () => unknown }) => (server.address() as AddressInfo).port

/** A page of somebody else's, which takes in nothing but what comes from `allowed`. */
export const foreignPage = (allowed: string, body: () => string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.callback<Server>((resume) => {
        const server = createServer((_, answer) =>
          answer.setHeader("content-type", "text/html; charset=utf-8")
            .setHeader("content-security-policy", `default-src 'none'; script-src ${allowed}; connect-src ${allowed}; img-src data:; require-trusted-types-for 'script'`)
            .end(`<!doctype html><html lang="en"><head><title>A shop</title><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"></head>` +
              `<body><main><h1>A shop</h1><p>Chairs and <a href="#tables">tables</a>.</p></main>${body()}</body></html>`))
        server.listen(0, "localhost", () => resume(Effect.succeed(server)))
      }),
      (server) => Effect.promise(() => new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }))
    ),
    (server) => `http://localhost:${port(server)}`
  )

/** A way to a server that can be cut. */
export const wayTo = (url: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const open = new Set<Socket>()
      const { hostname, port: to } = new URL(url)
      const server = listen((client) => {
        const onward = connect(Number(to), hostname)
        for (const one of [client, onward]) {
          open.add(one)
          one.on("error", () => {}).on("close", () => {
            open.delete(one)
            client.destroy()
            onward.destroy()
          })
        }
        client.pipe(onward).pipe(client)
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const cut = () => {
        for (const one of open) one.destroy()
      }
      return { url: `http://127.0.0.1:${port(server)}`, cut, end: () => new Promise<void>((resolve) => (cut(), server.close(() => resolve()))) }
    }),
    ({ end }) => Effect.promise(end)
  )
