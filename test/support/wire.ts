import { once } from "node:events"
import { connect } from "node:net"
import { Effect } from "effect"
import { HttpServer } from "effect/http"

/** An answer as it came over the socket; status 0 when the connection ended without one. */
export interface Received {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
}

const nothing: Received = { status: 0, headers: new Map(), text: "" }

const unchunked = (body: string) => {
  let text = ""
  for (let at = 0; at < body.length;) {
    const end = body.indexOf("\r\n", at)
    const size = parseInt(body.slice(at, end), 16)
    if (!(size > 0)) break
    text += body.slice(end + 2, end + 2 + size)
    at = end + 4 + size
  }
  return text
}

/** The first answer in what was received, in latin1 as HTTP frames it. */
const parsed = (bytes: Buffer): Received => {
  const whole = bytes.toString("latin1").replace(/^(HTTP\/1\.1 1\d\d[^\r]*\r\n\r\n)+/, "")
  const end = whole.indexOf("\r\n\r\n")
  const [line = "", ...lines] = whole.slice(0, end === -1 ? 0 : end).split("\r\n")
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1] ?? 0)
  if (status === 0) return nothing
  const headers = new Map(
    lines.map((one) => [one.slice(0, one.indexOf(":")).toLowerCase(), one.slice(one.indexOf(":") + 1).trim()])
  )
  const rest = whole.slice(end + 4)
  const length = headers.get("content-length")
  const body = headers.get("transfer-encoding") === "chunked" ? unchunked(rest) : length === undefined ? "" : rest.slice(0, Number(length))
  return { status, headers, text: Buffer.from(body, "latin1").toString("utf8") }
}

const SILENCE_MS = 500

/**
 * Sends bytes as they are and reads until the server closes: for what no client would send. The request should ask for
 * `Connection: close`; if nothing happens the server is told after half a second that no more will come. Fails when the connection stays silent for `timeout` milliseconds.
 */
export const wire = async (port: number, bytes: string | Buffer, timeout = 60_000): Promise<Received> => {
  const socket = connect(port, "127.0.0.1")
  const chunks: Array<Buffer> = []
  let silent = false
  socket.setTimeout(timeout, () => {
    silent = true
    socket.destroy()
  })
  socket.on("error", () => {})
  socket.on("data", (chunk: Buffer) => chunks.push(chunk))
  socket.write(bytes)
  const ending = setTimeout(() => socket.end(), SILENCE_MS)
  await once(socket, "close")
  clearTimeout(ending)
  if (silent) throw new Error(`no answer within ${timeout} ms to ${JSON.stringify(bytes.toString("latin1").slice(0, 300))}`)
  return parsed(Buffer.concat(chunks))
}

/** The port the server of this test listens on. */
export const port = HttpServer.addressFormattedWith((address) => Effect.succeed(Number(new URL(address).port)))
