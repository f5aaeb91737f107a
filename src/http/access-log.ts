import { Effect } from "effect"
import { Log } from "#layers/kernel/log"
import { Metrics } from "#layers/kernel/metrics"
import { operationPaths } from "./protocol.ts"
import type { RequestContext } from "./request-context.ts"

const routine: ReadonlySet<string> = new Set(Object.values(operationPaths))

/** Health and metrics are asked often; they are neither counted nor logged, except where access to them is refused. */
export const isRoutine = ({ route }: RequestContext, status: number): boolean => routine.has(route) && status !== 401

/** What a caller says of itself (interface, section 5), by header and by name in the log. */
const claims: Readonly<Record<string, string>> = {
  "x-service-agent": "agent",
  "x-service-agent-mode": "agent_mode",
  "x-service-human-initiator": "human_initiator",
  "x-service-session": "session"
}

interface Asked {
  readonly method: string
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** Records a response that was in memory: an observation in the metrics, and no line in the log, which would cost more than the response. */
export const counted = Effect.map(Metrics, (metrics) => (route: string, startedAt: number): void =>
  metrics.answered("GET", route, 200, performance.now() - startedAt))

/** Records a response: one line in the log, one observation in the metrics. */
export const accessLog = Effect.gen(function*() {
  const log = yield* Log
  const metrics = yield* Metrics

  return (context: RequestContext, { headers, method }: Asked, status: number): void => {
    const ms = performance.now() - context.startedAt
    metrics.answered(method, context.route, status, ms)
    if (context.rate?.allowed === false) metrics.refused()
    if (isRoutine(context, status)) return
    const line: Record<string, unknown> = {
      request_id: context.id,
      company_id: context.company,
      method,
      route: context.route,
      status,
      duration_ms: Math.round(ms * 100) / 100
    }
    for (const header in claims) {
      const value = headers[header]
      if (value !== undefined) line[claims[header]!] = value.slice(0, 200)
    }
    log.info(line, "request")
  }
})
