import Fastify from "fastify"
import type { AddressInfo } from "node:net"

/** The measure of the tool endpoint: the least that Fastify can be asked for. */
const app = Fastify({ logger: false })
app.get("/", () => ({ hello: "world" }))
app.post("/", () => ({ hello: "world" }))

await app.listen({ port: 0, host: "127.0.0.1" })
process.send!({ address: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` })
process.once("disconnect", () => process.exit(0))
process.once("SIGTERM", () => process.exit(0))
