import { Agent, request } from "node:http"

/**
 * A process that asks a service without a pause, over connections that it keeps and over new ones, as clients behind a load balancer
 * do. It goes on until the service refuses connections, and tells what became of its requests.
 */
const port = Number(process.argv[2])
const keyed = { authorization: `Bearer ${process.argv[3]}` }

const KEPT = 24
const NEW = 8

export interface Told {
  /** Answers by status. */
  readonly answered: Readonly<Record<string, number>>
  /** Connections that were not accepted: such a request may be sent elsewhere. */
  readonly refused: number
  /** Requests whose connection was lost before their answer was there. */
  readonly reset: ReadonlyArray<string>
}

const answered: Record<string, number> = {}
const reset: Array<string> = []
let refused = 0
let begun = false

const ask = (agent: Agent | false) =>
  new Promise<boolean>((resolve) => {
    const failed = (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") refused++
      else reset.push(`${agent === false ? "new" : "kept"}: ${error.code ?? error.message}`)
      resolve(error.code !== "ECONNREFUSED")
    }
    request({ host: "127.0.0.1", port, path: "/api/v1/crm/contacts?limit=5", headers: keyed, agent }, (response) => {
      response.on("error", failed).on("end", () => {
        answered[response.statusCode!] = (answered[response.statusCode!] ?? 0) + 1
        if (!begun) process.stdout.write("begun\n")
        begun = true
        resolve(true)
      }).resume()
    }).on("error", failed).end()
  })

const client = async (agent: Agent | false) => {
  while (await ask(agent));
}

const kept = new Agent({ keepAlive: true, maxSockets: 1_000 })
await Promise.all(Array.from({ length: KEPT + NEW }, (_, n) => client(n < KEPT ? kept : false)))
process.stdout.write(`${JSON.stringify({ answered, refused, reset } satisfies Told)}\n`)
process.exit(0)
