import { createServer, get } from "node:http"
import type { AddressInfo } from "node:net"

/**
 * Answers everything with what our server answers at `BARE_LIKE`, header for header, and does nothing else: what such an answer
 * costs in Node itself.
 */
const made = new Set(["date", "connection", "keep-alive"])

get(process.env["BARE_LIKE"]!, (response) => {
  const parts: Array<Buffer> = []
  response.on("data", (part: Buffer) => parts.push(part))
  response.on("end", () => {
    const headers = Object.fromEntries(Object.entries(response.headers).filter(([name]) => !made.has(name)))
    const body = Buffer.concat(parts).toString("latin1")
    const server = createServer((request, answer) => {
      request.resume()
      request.on("end", () => answer.writeHead(200, headers).end(body, "latin1"))
    })
    server.listen(0, "127.0.0.1", () =>
      process.send!({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
  })
})
process.once("disconnect", () => process.exit(0))
process.once("SIGTERM", () => process.exit(0))
