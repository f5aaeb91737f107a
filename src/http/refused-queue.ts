import type { Socket } from "node:net"

/** Requests on refused connections that are handled before other requests get their turn. */
const AT_A_TIME = 16
/** Milliseconds between two of them while other clients are served, who would wait for each. */
const PAUSE_MS = 10
/** Milliseconds for which other clients count as being served, after a response that is no refusal. */
const SERVED_FOR_MS = 1_000

const refusedBefore: unique symbol = Symbol("refused")

type Marked = Socket & { [refusedBefore]?: boolean }

/**
 * Orders requests. A client that was just refused with 401 or 429 and asks again on the same connection, perhaps over hundreds of
 * connections at once, comes after everybody else, and so seldom that others hardly notice.
 */
export class RefusedQueue {
  private served = -Infinity
  private scheduled = false
  private readonly waiting: Array<() => void> = []

  private readonly next = (): void => {
    this.scheduled = false
    for (const handle of this.waiting.splice(0, this.isServing() ? 1 : AT_A_TIME)) handle()
    if (this.waiting.length > 0) this.schedule()
  }

  private isServing(): boolean {
    return performance.now() - this.served < SERVED_FOR_MS
  }

  private schedule(): void {
    if (this.scheduled) return
    this.scheduled = true
    if (this.isServing()) setTimeout(this.next, PAUSE_MS)
    else setImmediate(this.next)
  }

  take(socket: Marked, handle: () => void): void {
    if (socket[refusedBefore] !== true || !this.isServing()) return handle()
    this.waiting.push(handle)
    this.schedule()
  }

  /** Remembers on the connection how its last request ended. */
  answered(socket: Marked | null, status: number): void {
    const refused = status === 429 || status === 401
    if (!refused) this.served = performance.now()
    if (socket !== null && (refused || socket[refusedBefore] === true)) socket[refusedBefore] = refused
  }
}
