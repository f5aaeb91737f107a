import { Context, Effect, Layer, Metric } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { PoolStatus } from "../database/connections.ts"
import { Standby } from "../database/standby/standby.ts"

/** Upper bounds of the latency histogram, in seconds. */
const boundaries = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Made with its attributes: `Metric.withAttributes` would merge them again with each count. */
const latency = (method: string, route: string, status: number) =>
  Metric.histogram("http_request_duration_seconds", {
    description: "Time from a request's arrival to its answer.",
    boundaries,
    attributes: { method, route: route === "" ? "unmatched" : route, status: String(status) }
  })

const refusals = Metric.counter("rate_limit_refusals_total", {
  description: "Requests answered with 429.",
  incremental: true
})

type Latency = ReturnType<typeof latency>

const SAMPLED_MS = 20

const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - SAMPLED_MS / 1_000)

/** Figures of the process in the Prometheus text format, 0.0.4. */
export class Metrics extends Context.Service<Metrics>()("layers/Metrics", {
  make: Effect.gen(function*() {
    const pool = yield* PoolStatus
    const { state: standby } = yield* Standby
    const registry = Context.make(Metric.MetricRegistry, new Map()) as Context.Context<never>

    /** Registers a figure that is read with each scrape. */
    const gauge = (name: string, description: string, read: () => number) => {
      Metric.registerUnsafe(Metric.gauge(name, { description }), registry, {
        get: () => ({ value: read() }),
        update: () => {},
        modify: () => {}
      })
    }

    const lag = monitorEventLoopDelay({ resolution: SAMPLED_MS })
    lag.enable()
    yield* Effect.addFinalizer(() => Effect.sync(() => lag.disable()))

    gauge("database_pool_size", "Connections that transactions may lease.", () => pool.size)
    gauge("database_pool_leased", "Connections leased to a transaction.", pool.leased)
    gauge("database_pool_waiting", "Transactions waiting for a connection.", pool.waiting)
    gauge("database_slow_reads_total", "Reads so far that took too long for the connections that all companies share.", pool.slowReads)
    gauge("database_slow_reads_waiting", "Slow reads that wait for their turn.", pool.slowReadsWaiting)
    gauge("event_loop_lag_seconds_p99", "Event loop delay, 99th percentile since the last scrape.", () => seconds(lag.percentile(99)))
    gauge("event_loop_lag_seconds_max", "Event loop delay, largest since the last scrape.", () => seconds(lag.max))
    gauge("process_resident_memory_bytes", "Resident memory.", () => process.memoryUsage.rss())
    gauge("process_heap_used_bytes", "JavaScript heap in use.", () => process.memoryUsage().heapUsed)
    gauge("process_start_time_seconds", "Unix time at which the process started.", () => performance.timeOrigin / 1_000)
    if (standby !== undefined) {
      gauge("database_standby_usable", "Whether reads go to the standby: 1 or 0.", () => Number(standby().usable))
      gauge("database_standby_lag_seconds", "For how long the standby has not been as far as the primary.", () => standby().lag?.seconds ?? Number.NaN)
      gauge("database_standby_lag_bytes", "How much of the log the standby has still to take up.", () => standby().lag?.bytes ?? Number.NaN)
      gauge("database_standby_reads_total", "Statements of reads so far that the standby answered.", () => standby().there)
      gauge("database_standby_passed_reads_total", "Statements of reads so far that the primary answered although they might lag.", () => standby().here)
    }
    refusals.updateUnsafe(0, registry)

    /* Nested, so that no key has to be put together to find a series again. */
    const series = new Map<string, Map<string, Array<Latency>>>()
    const seriesOf = (method: string, route: string, status: number) => {
      let methods = series.get(route)
      if (methods === undefined) series.set(route, methods = new Map())
      let statuses = methods.get(method)
      if (statuses === undefined) methods.set(method, statuses = [])
      return statuses[status] ??= latency(method, route, status)
    }

    return {
      /** `ms` from the request's arrival to its answer. */
      answered: (method: string, route: string, status: number, ms: number) =>
        seriesOf(method, route, status).updateUnsafe(ms / 1_000, registry),
      gauge,
      /** Where others put figures of their own. */
      registry,
      refused: () => refusals.updateUnsafe(1, registry),
      text: Effect.sync(() => {
        const text = PrometheusMetrics.formatUnsafe(registry)
        lag.reset()
        return text
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Metrics, Metrics.make)
}
