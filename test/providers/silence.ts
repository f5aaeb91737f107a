import { type ChildProcess, spawn } from "node:child_process"
import { connect, type Socket } from "node:net"
import { Effect } from "effect"

const LISTENER = `
  const server = require("node:net").createServer()
  server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => console.log(server.address().port))`

const opened = (port: number): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1").on("error", () => {})
    const done = () => resolve(socket)
    socket.once("connect", done)
    setTimeout(done, 50)
  })

/** An address that takes no connection and refuses none: a stopped process whose queue of connections is full. */
export const silence = Effect.acquireRelease(
  Effect.promise(async () => {
    const child: ChildProcess = spawn(process.execPath, ["-e", LISTENER], { stdio: ["ignore", "pipe", "ignore"] })
    const port = await new Promise<number>((resolve) => child.stdout!.once("data", (text: Buffer) => resolve(Number(text.toString()))))
    child.kill("SIGSTOP")
    const sockets: Array<Socket> = []
    for (let n = 0; n < 4; n++) sockets.push(await opened(port))
    return { url: `http://127.0.0.1:${port}`, child, sockets }
  }),
  ({ child, sockets }) =>
    Effect.sync(() => {
      for (const socket of sockets) socket.destroy()
      child.kill("SIGKILL")
    })
).pipe(Effect.map(({ url }) => url))
