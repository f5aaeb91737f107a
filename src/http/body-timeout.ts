import type { IncomingMessage, Server } from "node:http"

/** How long a request may take to arrive, and one that brings a file. */
const REQUEST_MS = 60_000
export const UPLOAD_MS = 600_000

/** What Node says of a request that took too long, which is answered like it. */
const late = () => Object.assign(new Error("The request did not arrive in time."), { code: "ERR_HTTP_REQUEST_TIMEOUT" })

/**
 * Gives a request a minute to arrive. Node knows one limit for all, which has to be that of files; this is for the others.
 * A body that came with its headers is there before anything is timed.
 */
export const expectSoon = (server: Server, request: IncomingMessage): void => {
  if (request.headers["content-length"] === undefined && request.headers["transfer-encoding"] === undefined) return
  setImmediate(() => {
    if (request.complete || request.destroyed) return
    const timer = setTimeout(() => {
      if (!request.complete) server.emit("clientError", late(), request.socket)
    }, REQUEST_MS)
    timer.unref()
    request.once("close", () => clearTimeout(timer))
  })
}
