import { connect, type Socket } from "node:net"

const HEADER_END = Buffer.from("\r\n\r\n")
const contentLength = /\r\ncontent-length: (\d+)/i

export interface Answer {
  readonly status: number
  /** Only when asked for. */
  readonly body: string | undefined
}

/**
 * One keep-alive connection that carries one request at a time. It reads the status and the length of an answer and
 * little else, so that the machine's time goes to the servers. Answers must carry `Content-Length`.
 */
export class Connection {
  private readonly socket: Socket
  private pending: Buffer | undefined
  private status = 0
  private remaining = -1
  private kept: Array<Buffer> | undefined
  private keep = false
  private settle: ((answer: Answer) => void) | undefined
  private fail: ((error: Error) => void) | undefined

  private constructor(socket: Socket) {
    this.socket = socket
    socket.setNoDelay(true)
    socket.on("data", (chunk) => this.read(chunk))
    socket.on("error", (error) => this.fail?.(error))
    socket.on("close", () => this.fail?.(new Error("the server closed the connection")))
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: "127.0.0.1" })
      socket.once("error", reject)
      socket.once("connect", () => resolve(new Connection(socket)))
    })
  }

  /** Calls back instead of promising: a microtask per request is a cost that counts here. */
  send(request: string, keep: boolean, settle: (answer: Answer) => void, fail: (error: Error) => void) {
    this.keep = keep
    this.settle = settle
    this.fail = fail
    this.socket.write(request, "latin1")
  }

  close() {
    this.fail = undefined
    this.socket.destroy()
  }

  private read(chunk: Buffer) {
    if (this.remaining === -1) {
      const all = this.pending === undefined ? chunk : Buffer.concat([this.pending, chunk])
      const end = all.indexOf(HEADER_END)
      if (end === -1) {
        this.pending = all
        return
      }
      this.pending = undefined
      const head = all.toString("latin1", 0, end)
      const length = contentLength.exec(head)
      if (length === null) return this.fail?.(new Error(`an answer without Content-Length: ${head}`))
      this.status = Number(head.slice(9, 12))
      this.remaining = Number(length[1])
      this.kept = this.keep ? [] : undefined
      chunk = all.subarray(end + 4)
    }
    this.remaining -= chunk.length
    this.kept?.push(chunk)
    if (this.remaining > 0) return
    if (this.remaining < 0) return this.fail?.(new Error("more bytes than Content-Length says"))
    this.remaining = -1
    const body = this.kept && Buffer.concat(this.kept).toString("utf8")
    this.kept = undefined
    this.settle?.({ status: this.status, body })
  }
}
