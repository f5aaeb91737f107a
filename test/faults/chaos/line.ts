import { randomUUID } from "node:crypto"

/** Milliseconds after which a client gives up on a node and asks the other: one that is frozen never answers. */
const PATIENCE = 5_000

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** What no caller may be refused with while nodes come and go, but what it is asked to send again. */
const AGAIN = new Set([429, 502, 503, 504])

export interface Answer {
  readonly status: number
  readonly body: any
}

/** The nodes as the clients of one company see them, and for how long none of them did what it was asked. */
export class Line {
  /** When something was last acknowledged. */
  #last = performance.now()
  /** Longest time between two acknowledgements, in milliseconds. */
  gap = 0
  answered = 0
  again = 0
  /** Answers that are the service's fault, by status and code. */
  readonly faults = new Map<string, number>()
  /** Why requests were sent again: the answer, or what became of the connection. */
  readonly reasons: Array<string> = []
  /** Milliseconds of the longest request. */
  longest = 0
  #turn = 0
  #longestSince = 0

  readonly company: number
  readonly #secret: string
  readonly #ports: ReadonlyArray<number>

  readonly #patience: number
  readonly #pace: number

  /** A `pace` is the time in milliseconds that each client lets pass after an answer. */
  constructor(company: number, secret: string, ports: ReadonlyArray<number>, { pace = 0, patience = PATIENCE }: { readonly pace?: number; readonly patience?: number } = {}) {
    this.company = company
    this.#patience = patience
    this.#pace = pace
    this.#secret = secret
    this.#ports = ports
  }

  /** Once more, as from here on: what went before was not under load. */
  begin() {
    this.#last = performance.now()
    this.gap = 0
    this.longest = 0
  }

  /** Milliseconds of the longest request since this was asked the last time. */
  longestSince() {
    const longest = this.#longestSince
    this.#longestSince = 0
    return longest
  }

  #acknowledged() {
    const now = performance.now()
    this.gap = Math.max(this.gap, now - this.#last)
    this.#last = now
    this.answered++
  }

  /** Sends a request to one node after another, each time under the same key, until one answers. */
  async ask(method: "GET" | "POST" | "PUT", path: string, body?: object, key: string = randomUUID()): Promise<Answer> {
    for (let attempt = 0;; attempt++) {
      if (attempt > 0) this.again++
      const asked = performance.now()
      const port = this.#ports[this.#turn++ % this.#ports.length]!
      try {
        const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
          method, signal: AbortSignal.timeout(this.#patience),
          headers: { authorization: `Bearer ${this.#secret}`, ...method === "POST" && { "idempotency-key": key }, ...body !== undefined && { "content-type": "application/json" } },
          ...body !== undefined && { body: JSON.stringify(body) }
        })
        const text = await response.text()
        const answer: Answer = { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : text }
        if (response.status >= 500) {
          const fault = `${response.status} ${answer.body.code ?? ""}`
          this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1)
        }
        const inFlight = response.status === 409 && answer.body.code === "idempotency_in_flight"
        if (response.status < 500 && !AGAIN.has(response.status) && !inFlight) {
          this.#acknowledged()
          this.#longestSince = Math.max(this.#longestSince, performance.now() - asked)
          this.longest = Math.max(this.longest, this.#longestSince)
          if (this.#pace > 0) await pause(this.#pace)
          return answer
        }
        this.reasons.push(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`)
      } catch (error) {
        // Refused, cut off, or too late: whether it was done is found out by asking again.
        this.reasons.push(`${method} ${path}: ${error instanceof Error ? `${error.message}: ${String(error.cause)}` : String(error)}`)
      }
      await pause(50)
    }
  }
}
