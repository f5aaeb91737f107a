import type { ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** Requests on refused connections that are answered between two looks at what else has arrived. */
const AT_A_TIME = 16
/** The same while a request of anybody else is being worked on, which waits for each of them. */
const MEANWHILE = 1

const refusedBefore: unique symbol = Symbol("refused")

type Marked = Socket & { [refusedBefore]?: boolean }

/** Remembers on the connection how its last request ended. */
export const remember = (socket: Socket | null, status: number): void => {
  if (socket === null) return
  const marked: Marked = socket
  const refused = status === 429 || status === 401
  if (refused || marked[refusedBefore] === true) marked[refusedBefore] = refused
}

/**
 * Turns of requests. Whoever was just refused and asks again on the same connection, perhaps over hundreds of connections at
 * once, comes after everybody else, so that answering them takes nothing from others.
 */
export class RefusedTurns {
  private working = 0
  private scheduled = false
  private readonly waiting: Array<() => void> = []

  private readonly done = () => void this.working--

  private readonly next = (): void => {
    this.scheduled = false
    for (const handle of this.waiting.splice(0, this.working > 0 ? MEANWHILE : AT_A_TIME)) handle()
    if (this.waiting.length > 0) this.schedule()
  }

  private schedule(): void {
    if (this.scheduled) return
    this.scheduled = true
    setImmediate(this.next)
  }

  take(socket: Socket, response: ServerResponse, handle: () => void): void {
    const marked: Marked = socket
    if (marked[refusedBefore] === true) {
      this.waiting.push(handle)
      return this.schedule()
    }
    this.working++
    response.once("close", this.done)
    handle()
  }
}
