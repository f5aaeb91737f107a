import { Agent, request } from "node:http"

/** What a process of this file is told to send, as JSON in its first argument. */
export interface Load {
  readonly port: number
  /** Sent all at once, with a body of `bytes` each. */
  readonly uploads?: ReadonlyArray<{ readonly key: string; readonly path: string } & Partial<Around>>
  readonly bytes?: number
  /** Without `uploads`: a key that reads and writes at a steady rate until stdin ends. */
  readonly key?: string
}

/** What stands around the bytes of a body that is not only text. */
interface Around {
  readonly type: string
  readonly before: string
  readonly after: string
}

/** What became of requests of one kind. */
export interface Told {
  readonly statuses: Readonly<Record<string, number>>
  readonly p50: number
  readonly p99: number
  readonly longest: number
}

const EVERY_MS = 40

const load = JSON.parse(process.argv[2]!) as Load
const agent = new Agent({ keepAlive: true, maxSockets: 1_000 })

const kind = () => {
  const times: Array<number> = []
  const statuses: Record<string, number> = {}
  const ask = (method: string, path: string, key: string, type: string, body?: Buffer) =>
    new Promise<void>((resolve) => {
      const began = performance.now()
      const ended = (status: string | number) => {
        times.push(performance.now() - began)
        statuses[status] = (statuses[status] ?? 0) + 1
        resolve()
      }
      const headers = { authorization: `Bearer ${key}`, ...body && { "content-type": type, "content-length": body.length } }
      request({ host: "127.0.0.1", port: load.port, method, path, headers, agent }, (response) => {
        response.resume().on("end", () => ended(response.statusCode!)).on("error", () => ended("cut"))
      }).on("error", (error: NodeJS.ErrnoException) => ended(error.code ?? error.message)).end(body)
    })
  const told = (): Told => {
    const sorted = times.toSorted((a, b) => a - b)
    const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]! * 10) / 10
    return { statuses, p50: at(0.5), p99: at(0.99), longest: at(1) }
  }
  return { ask, told }
}

const tell = (what: unknown) => void process.stdout.write(`${JSON.stringify(what)}\n`)

if (load.uploads !== undefined) {
  const uploads = kind()
  const text = Buffer.alloc(load.bytes!, "text\n")
  await Promise.all(load.uploads.map(({ after = "", before = "", key, path, type = "text/plain" }) =>
    uploads.ask("POST", path, key, type, before + after === "" ? text : Buffer.concat([Buffer.from(before), text, Buffer.from(after)]))))
  tell(uploads.told())
  process.exit(0)
} else {
  const reads = kind()
  const writes = kind()
  let n = 0
  /* At a rate, however long the answers take: what waits behind a slow one counts too. */
  setInterval(() => {
    const body = Buffer.from(JSON.stringify({ first_name: `Beside ${n++}` }))
    void reads.ask("GET", "/api/v1/crm/contacts?limit=20", load.key!, "")
    void writes.ask("POST", "/api/v1/crm/contacts", load.key!, "application/json", body)
  }, EVERY_MS)
  process.stdin.resume().on("end", () => {
    tell({ reads: reads.told(), writes: writes.told() })
    process.exit(0)
  })
}
