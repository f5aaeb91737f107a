import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"

/** A site that is left: it serves files, and counts what it was asked for. */
export const oldSite = Effect.acquireRelease(
  Effect.promise(() => new Promise<{ address: string; files: Map<string, Buffer>; asked: Map<string, number>; close: () => void }>((resolve) => {
    const files = new Map<string, Buffer>()
    const asked = new Map<string, number>()
    const server = createServer((request, response) => {
      const path = decodeURIComponent(request.url!.split("?")[0]!)
      asked.set(path, (asked.get(path) ?? 0) + 1)
      const file = files.get(path)
      if (file === undefined) return void response.writeHead(404, { "content-type": "text/html" }).end("Not found")
      response.writeHead(200, { "content-type": path.endsWith(".png") ? "image/png" : "text/html" }).end(request.method === "HEAD" ? undefined : file)
    })
    server.listen(0, "127.0.0.1", () =>
      resolve({
        address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, files, asked,
        close: () => {
          server.closeAllConnections()
          server.close()
        }
      }))
  })),
  ({ close }) => Effect.sync(close)
)
