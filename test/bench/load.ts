import { performance } from "node:perf_hooks"
import { type Answer, Connection } from "./connection.ts"
import { checks, type Kind } from "./checks.ts"

/** A stretch of load on one server: each connection sends its next request as soon as it has the answer to the last. */
export interface Job {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** Sent in turn; `{number}` is replaced with nine digits that no other request of the run has. */
  readonly requests: ReadonlyArray<string>
  readonly firstNumber: number
  readonly status: number
  readonly kind: Kind
  /** Answers with another status that are no cause for alarm: the first of a rate limit's window, say. */
  readonly strays: number
  /** Requests a second, begun whether or not those before are answered; without it, as many as there can be. */
  readonly rate?: number
}

export interface Outcome {
  /** Answers within the time. */
  readonly completed: number
  /** Answers in all, with those under way when the time was over. */
  readonly answered: number
  /** Seconds in which `completed` were. */
  readonly elapsed: number
  /** Milliseconds. */
  readonly p50: number
  readonly p95: number
  readonly p99: number
  /** Share of the time in which the generator's event loop was not waiting, 0 to 1: near 1 it is the bottleneck. */
  readonly busy: number
  readonly failure: string | undefined
}

const NUMBER = "{number}"
const CHECK_EVERY = 50

const builderOf = (request: string): (n: number) => string => {
  const parts = request.split(NUMBER)
  return parts.length === 1 ? () => request : (n) => parts.join(String(n).padStart(9, "0"))
}

const quantile = (sorted: Float64Array, q: number) =>
  sorted.length === 0 ? 0 : sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))]!

const run = async (job: Job): Promise<Outcome> => {
  const builders = job.requests.map(builderOf)
  const check = checks[job.kind]
  const latencies: Array<number> = []
  const connections = await Promise.all(Array.from({ length: job.connections }, () => Connection.open(job.port)))
  let sent = 0
  let answered = 0
  let strays = 0
  let failure: string | undefined

  const before = performance.eventLoopUtilization()
  const start = performance.now()
  /** When the next request is due: what waits for a connection waits from then on. */
  const dueAt = (n: number) => job.rate === undefined ? performance.now() : start + n * 1_000 / job.rate
  const deadline = start + job.seconds * 1_000
  let last = start

  await Promise.all(connections.map((connection) =>
    new Promise<void>((resolve) => {
      let at = 0
      const failed = (error: Error) => {
        failure ??= error.message
        resolve()
      }
      const settled = ({ body, status }: Answer) => {
        const now = performance.now()
        answered++
        if (status !== job.status && ++strays > job.strays) failure ??= `status ${status} instead of ${job.status}: ${(body ?? "").slice(0, 300)}`
        else if (body !== undefined && status === job.status) failure ??= check(body)
        if (now <= deadline) {
          latencies.push(now - at)
          last = now
        }
        if (failure !== undefined || now >= deadline) return resolve()
        next()
      }
      const next = () => {
        const n = sent++
        const due = dueAt(n)
        const early = due - performance.now()
        const send = () => {
          at = Math.min(due, performance.now())
          connection.send(builders[n % builders.length]!(job.firstNumber + n), n % CHECK_EVERY === 0, settled, failed)
        }
        if (early > 0.5) setTimeout(send, early)
        else send()
      }
      next()
    })
  ))

  const busy = performance.eventLoopUtilization(before).utilization
  for (const connection of connections) connection.close()
  const sorted = Float64Array.from(latencies).sort()
  return {
    completed: latencies.length,
    answered,
    elapsed: (last - start) / 1_000,
    p50: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    p99: quantile(sorted, 0.99),
    busy,
    failure
  }
}

process.on("message", (job: Job) => {
  run(job).catch((error: Error): Outcome => ({
    completed: 0, answered: 0, elapsed: 0, p50: 0, p95: 0, p99: 0, busy: 0, failure: error.message
  })).then((outcome) => process.send!(outcome))
})
process.once("disconnect", () => process.exit(0))
