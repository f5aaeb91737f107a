import { Context, Effect, Layer } from "effect"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { PoolStatus } from "./database.ts"

/** Upper bounds of the latency histogram, in seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Series {
  readonly method: string
  readonly route: string
  readonly status: number
  count: number
  seconds: number
  readonly buckets: Array<number>
}

/** Figures of the process in the Prometheus text format, 0.0.4. */
export class Metrics extends Context.Service<Metrics, {
  /** `ms` from the request's arrival to its answer. */
  readonly answered: (method: string, route: string, status: number, ms: number) => void
  readonly refused: () => void
  readonly text: Effect.Effect<string>
}>()("layers/Metrics") {
  static readonly layer = Layer.effect(Metrics, Effect.gen(function*() {
    const pool = yield* PoolStatus
    const series = new Map<string, Series>()
    let refusals = 0
    const lag = monitorEventLoopDelay({ resolution: 10 })
    lag.enable()
    yield* Effect.addFinalizer(() => Effect.sync(() => lag.disable()))

    const seriesOf = (method: string, route: string, status: number) => {
      const key = `${status} ${method} ${route}`
      const known = series.get(key)
      if (known !== undefined) return known
      const made = { method, route, status, count: 0, seconds: 0, buckets: bounds.map(() => 0) }
      series.set(key, made)
      return made
    }

    const histogram = ({ buckets, count, method, route, seconds, status }: Series) => {
      const labels = `method="${method}",route="${route}",status="${status}"`
      return [
        ...bounds.map((le, i) => `http_request_duration_seconds_bucket{${labels},le="${le}"} ${buckets[i]}`),
        `http_request_duration_seconds_bucket{${labels},le="+Inf"} ${count}`,
        `http_request_duration_seconds_sum{${labels}} ${seconds}`,
        `http_request_duration_seconds_count{${labels}} ${count}`
      ]
    }

    const gauge = (name: string, help: string, value: number) => [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value}`]

    return Metrics.of({
      answered: (method, route, status, ms) => {
        const one = seriesOf(method, route === "" ? "unmatched" : route, status)
        const seconds = ms / 1_000
        one.count++
        one.seconds += seconds
        for (let i = bounds.length - 1; i >= 0 && seconds <= bounds[i]!; i--) one.buckets[i]!++
      },
      refused: () => void refusals++,
      text: Effect.sync(() => {
        const { rss, heapUsed } = process.memoryUsage()
        return [
          "# HELP http_request_duration_seconds Time from a request's arrival to its answer.",
          "# TYPE http_request_duration_seconds histogram",
          ...[...series.values()].flatMap(histogram),
          "# HELP rate_limit_refusals_total Requests answered with 429.",
          "# TYPE rate_limit_refusals_total counter",
          `rate_limit_refusals_total ${refusals}`,
          ...gauge("database_pool_size", "Connections that transactions may lease.", pool.size),
          ...gauge("database_pool_leased", "Connections leased to a transaction.", pool.leased()),
          ...gauge("database_pool_waiting", "Transactions waiting for a connection.", pool.waiting()),
          ...gauge("event_loop_lag_seconds_p99", "Event loop delay, 99th percentile since the last scrape.", lag.percentile(99) / 1e9),
          ...gauge("event_loop_lag_seconds_max", "Event loop delay, largest since the last scrape.", lag.max / 1e9),
          ...gauge("process_resident_memory_bytes", "Resident memory.", rss),
          ...gauge("process_heap_used_bytes", "JavaScript heap in use.", heapUsed),
          ...gauge("process_start_time_seconds", "Unix time at which the process started.", (Date.now() - process.uptime() * 1_000) / 1_000)
        ].join("\n") + "\n"
      }).pipe(Effect.tap(() => Effect.sync(() => lag.reset())))
    })
  }))
}
