import { createServer } from "node:http"
import { Effect, Layer } from "effect"
import { ServiceConfig } from "#layers/kernel/config"
import { Metrics } from "#layers/kernel/metrics"
import { rawResponse } from "./raw-response.ts"
import { listen } from "./listener.ts"
import { METRICS_TYPE, metricsAccess } from "./metrics-access.ts"
import { operationPaths } from "./protocol.ts"
import type { ApiError } from "./error-response.ts"
import { RequestTarget, requestTarget } from "./request-target.ts"

const nothingHere: ApiError = { code: "not_found", message: `Only ${operationPaths.metrics} is here.` }
const onlyRead: ApiError = { code: "method_not_allowed", message: "This address answers to GET, HEAD." }

const settings = { host: "METRICS_HOST", port: "METRICS_PORT", free: "" }

/** Serves the metrics on a port of their own, where METRICS_PORT names one. */
export const MetricsServer = Layer.effectDiscard(Effect.gen(function*() {
  const { metricsHost: host, metricsPort: port, publicRateLimit } = yield* ServiceConfig
  if (port === 0) return
  const metrics = yield* Metrics
  const refusalOf = yield* metricsAccess

  const server = createServer(({ headers, method, url = "" }, response) => {
    const refuse = (error: ApiError, more: Readonly<Record<string, string>> = {}) => {
      const { body, headers, status } = rawResponse(error, publicRateLimit, more)
      response.writeHead(status, headers).end(method === "HEAD" ? undefined : body)
    }
    const target = requestTarget(url)
    if (!(target instanceof RequestTarget) || target.path !== operationPaths.metrics) return refuse(nothingHere)
    if (method !== "GET" && method !== "HEAD") return refuse(onlyRead, { allow: "GET, HEAD" })
    const refusal = refusalOf(headers.authorization)
    if (refusal !== undefined) return refuse(refusal.error, refusal.headers)
    const text = Effect.runSync(metrics.text)
    response.writeHead(200, { "content-type": METRICS_TYPE, "content-length": String(Buffer.byteLength(text)), "cache-control": "no-store" })
    response.end(method === "HEAD" ? undefined : text)
  })
  yield* listen(server, { host, port, settings })
  yield* Effect.addFinalizer(() => Effect.sync(() => {
    server.close()
    server.closeAllConnections()
  }))
}))
