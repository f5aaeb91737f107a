import { Context, Effect, Layer, Metric } from "effect"
import { Metrics } from "../kernel/metrics.ts"

/** Upper bounds in seconds: parties answer within tenths of a second, models within a minute. */
const boundaries = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45, 120]

const duration = (provider: string, outcome: string) =>
  Metric.histogram("provider_call_duration_seconds", {
    description: "Time of a call to an outside party, with all its attempts.",
    boundaries,
    attributes: { provider, outcome }
  })

/** Counts the calls to outside parties by how they ended. */
export class ProviderFigures extends Context.Service<ProviderFigures>()("layers/providers/ProviderFigures", {
  make: Effect.map(Metrics, ({ registry }) => {
    const series = new Map<string, ReturnType<typeof duration>>()
    return {
      called: (provider: string, outcome: string, ms: number) => {
        const key = `${provider} ${outcome}`
        let one = series.get(key)
        if (one === undefined) series.set(key, one = duration(provider, outcome))
        one.updateUnsafe(ms / 1_000, registry)
      }
    }
  })
}) {
  static readonly layer = Layer.effect(ProviderFigures, ProviderFigures.make)
}
