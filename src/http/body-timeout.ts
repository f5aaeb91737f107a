import { Context } from "effect"
import type { IncomingMessage, Server } from "node:http"

/** Milliseconds that a request may take to arrive, and one that brings a file. */
const REQUEST_MS = 60_000
export const UPLOAD_MS = 600_000

/** The error that Node raises for a request that took too long, so that both get the same response. */
const late = () => Object.assign(new Error("The request did not arrive in time."), { code: "ERR_HTTP_REQUEST_TIMEOUT" })

const nothing = () => {}

/**
 * Gives the body of a request a minute to arrive, and returns how to lift that. Node knows one limit for all requests, which has to
 * be that of files. A body that came with its headers is there before a timer is made.
 */
export const bodyTimeoutOf = (server: Server) => (request: IncomingMessage): () => void => {
  if (request.headers["content-length"] === undefined && request.headers["transfer-encoding"] === undefined) return nothing
  let timer: NodeJS.Timeout | undefined
  const immediate = setImmediate(() => {
    if (request.complete || request.destroyed) return
    timer = setTimeout(() => {
      if (!request.complete) server.emit("clientError", late(), request.socket)
    }, REQUEST_MS)
    timer.unref()
  })
  const lift = () => {
    clearImmediate(immediate)
    clearTimeout(timer)
  }
  request.once("close", lift)
  return lift
}

/** Starts the time limit of a request's body. Provided by the listener; without one there is no limit. */
export const BodyTimeout = Context.Reference<(request: IncomingMessage) => () => void>("src/http/BodyTimeout", {
  defaultValue: () => () => nothing
})
