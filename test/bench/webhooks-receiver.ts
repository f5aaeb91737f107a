import { createServer } from "node:http"

/** What the receiver has seen, and when. */
export interface Seen {
  readonly count: number
  /** Milliseconds from an event to its arrival, of the kinds that are looked at one by one. */
  readonly delays: ReadonlyArray<number>
}

const WATCHED = "/watched"

let count = 0
let delays: Array<number> = []

/** Answers every POST at once; it reads the body, as a receiver has to. Two of its addresses behave badly. */
const server = createServer((request, response) => {
  if (request.url === "/hangs") return
  if (request.url === "/resets") return void request.socket.resetAndDestroy()
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk)).on("end", () => {
    count++
    if (request.url === WATCHED) {
      const { created_at } = JSON.parse(Buffer.concat(chunks).toString())
      delays.push(Date.now() - Date.parse(created_at))
    }
    response.writeHead(204).end()
  })
})

process.on("message", () => {
  const seen: Seen = { count, delays }
  process.send!(seen)
  delays = []
})
process.once("disconnect", () => process.exit(0))
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as { readonly port: number }
  process.send!({ address: `http://127.0.0.1:${port}` })
})
