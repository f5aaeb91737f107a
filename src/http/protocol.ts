import type { IncomingMessage } from "node:http"
import { HttpIncomingMessage } from "effect/http"
import { ByteSize, Layer } from "effect"
import type { ApiError } from "./error-response.ts"

export const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const

/** Addresses for the operator's monitoring. */
export const operationPaths = { live: "/health/live", ready: "/health/ready", metrics: "/metrics" } as const

/** Any body may have 1 MiB, however it is sent; files are limited by their operation. */
export const BodyLimit = Layer.succeed(HttpIncomingMessage.MaxBodySize, ByteSize.mebibytes(1))

export const unknownMethod: ApiError = {
  code: "method_not_allowed",
  message: `This service answers to ${methods.join(", ")}.`
}
const oneHost: ApiError = { code: "bad_request", message: "A request names its host exactly once." }
const compressed: ApiError = { code: "unsupported_media_type", message: "Send the body as it is: compressed bodies are not read." }

const hostsOf = ({ rawHeaders }: IncomingMessage) => {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === 4 && name.toLowerCase() === "host") hosts++
  }
  return hosts
}

/**
 * Why a request is refused that Node accepts: two readers of it, a proxy and this service say, could understand two different
 * things, or nothing here would understand it.
 */
export const protocolProblem = (request: IncomingMessage): ApiError | undefined => {
  if (!(methods as ReadonlyArray<string | undefined>).includes(request.method)) return unknownMethod
  const hosts = hostsOf(request)
  if (hosts > 1 || (hosts === 0 && request.httpVersion === "1.1")) return oneHost
  const encoding = request.headers["content-encoding"]
  return encoding === undefined || encoding.toLowerCase() === "identity" ? undefined : compressed
}
