import { connect, createServer, type Socket } from "node:net"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"

/**
 * A way to a Redis on which answers can be kept back, delayed or replaced. `asked` is how many commands of counting came since it was
 * last set to 0.
 */
export const redisWay = (url: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const there = Number(new URL(url).port)
      const sockets = new Set<Socket>()
      const way = { hangs: false, delay: 0, lie: undefined as string | undefined, asked: 0, url: "" }
      const server = createServer((near) => {
        const far = connect(there, "127.0.0.1")
        for (const [from, to] of [[near, far], [far, near]] as const) {
          sockets.add(from)
          from.on("error", () => to.destroy())
          from.on("close", () => (sockets.delete(from), to.destroy()))
        }
        near.on("data", (chunk) => {
          way.asked += chunk.toString("latin1").split("rate:").length - 1
          if (!way.hangs) far.write(chunk)
        })
        far.on("data", (chunk) => {
          if (way.hangs) return
          const said = way.lie === undefined ? chunk : chunk.toString("latin1").replace(/\*2\r\n:-?\d+\r\n:-?\d+\r\n/g, way.lie)
          if (way.delay === 0) near.write(said)
          else setTimeout(() => near.write(said), way.delay)
        })
      }).listen(0, "127.0.0.1")
      await once(server, "listening")
      way.url = `redis://127.0.0.1:${(server.address() as AddressInfo).port}`
      return { way, end: () => {
        server.close()
        for (const socket of sockets) socket.destroy()
      } }
    }),
    ({ end }) => Effect.sync(end)
  ).pipe(Effect.map(({ way }) => way))
