import Fastify from "fastify"
import type { AddressInfo } from "node:net"

/** The measure of a page: Fastify with the same bytes in memory, fetched once from `PAGE_LIKE` as `PAGE_HOST`. */
const from = new URL(process.env["PAGE_LIKE"]!)
const { request } = await import("node:http")
const page = await new Promise<{ readonly headers: Readonly<Record<string, string>>; readonly body: Buffer }>((resolve, reject) => {
  request(from, { headers: { host: process.env["PAGE_HOST"]!, "accept-encoding": "br" } }, (answer) => {
    const parts: Array<Buffer> = []
    answer.on("data", (part: Buffer) => parts.push(part)).on("end", () => resolve({
      body: Buffer.concat(parts),
      headers: Object.fromEntries(["content-type", "content-encoding", "etag", "vary", "cache-control"].map((name) => [name, String(answer.headers[name])]))
    }))
  }).on("error", reject).end()
})

const app = Fastify({ logger: false })
app.get("/*", (_, reply) => reply.headers(page.headers).send(page.body))

await app.listen({ port: 0, host: "127.0.0.1" })
process.send!({ address: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` })
process.once("disconnect", () => process.exit(0))
process.once("SIGTERM", () => process.exit(0))
