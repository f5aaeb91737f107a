import { Clock, Context, Duration, Effect, Exit, Layer, Option } from "effect"
import { CircuitBreaker } from "effect/persistence"
import { type ProviderError, ProviderUnavailable } from "./errors.ts"
import { ProviderFigures } from "./figures.ts"

/** Failed calls in a row after which a party is left alone, and for how long at first. */
const FAILURES = 5
const REST = "15 seconds"
export const CIRCUIT_OPEN = "circuit_open"

/** How a party does, from the calls that were made to it. */
export type Condition = "operational" | "degraded" | "unavailable"

/** What says that the party does not work, and not that something is wrong with what was asked. */
const isOutage = (error: ProviderError) => error._tag === "ProviderUnavailable" || error._tag === "ProviderOutcomeUnknown"

const resting = (provider: string, operation: string): ProviderError =>
  new ProviderUnavailable({
    provider, operation, reason: CIRCUIT_OPEN, attempts: 0, message: "It failed several times in a row and is left alone for some seconds."
  })

/** Calls to outside parties are counted and told of, and a party that fails again and again is left alone for a while. */
export class ProviderCircuits extends Context.Service<ProviderCircuits>()("layers/providers/ProviderCircuits", {
  make: Effect.gen(function*() {
    const figures = yield* ProviderFigures
    const breaker = yield* CircuitBreaker.make({ tripPolicy: CircuitBreaker.consecutive(FAILURES), openDuration: REST })
    const conditions = new Map<string, Effect.Effect<Condition>>()

    /** The circuit of one party. */
    const circuit = (name: string) => {
      let troubled = false

      const told = (error: ProviderError, ms: number) => {
        figures.called(name, error._tag, ms)
        if (!isOutage(error) && error._tag !== "ProviderUnauthorized") return Effect.void
        troubled = true
        /* While a party is left alone nothing new is learnt of it. */
        if (error.reason === CIRCUIT_OPEN) return Effect.void
        return Effect.logWarning(
          `${name} ${error.operation}: ${error._tag}, ${error.reason}: ${error.message} (${error.attempts} attempts, ${Math.round(ms)} ms)`
        )
      }

      /* An open circuit stays open until somebody calls: after its rest, that call is let through. */
      conditions.set(name, Effect.map(Effect.orDie(breaker.state(name)), (state) => {
        if (state._tag === "Open" && Duration.toMillis(state.retryAfter) > 0) return "unavailable"
        return state._tag !== "Closed" || troubled ? "degraded" : "operational"
      }))

      return {
        /** Makes a call, unless the party is left alone. */
        call: Effect.fnUntraced(function*<A, R>(operation: string, effect: Effect.Effect<A, ProviderError, R>) {
          const began = yield* Clock.currentTimeMillis
          const outcome = yield* effect.pipe(
            breaker.execute({
              key: name,
              classify: (exit) =>
                Exit.isSuccess(exit) || !Option.exists(Exit.findErrorOption(exit), isOutage) ? CircuitBreaker.success : CircuitBreaker.failure()
            }),
            Effect.catchTag("CircuitBreakerError", () => Effect.fail(resting(name, operation))),
            Effect.result
          )
          const ms = (yield* Clock.currentTimeMillis) - began
          if (outcome._tag === "Success") {
            troubled = false
            figures.called(name, "success", ms)
            return outcome.success
          }
          yield* told(outcome.failure, ms)
          return yield* outcome.failure
        }),
        /** A call that had succeeded so far broke in the end. */
        broken: (error: ProviderError, ms: number): Effect.Effect<never, ProviderError> =>
          Effect.andThen(
            Effect.all([told(error, ms), Effect.ignore(breaker.execute(Effect.fail(error), { key: name }))]), Effect.fail(error)
          )
      }
    }

    return {
      circuit,
      /** How a party does; nothing where no adapter of that name is at work. */
      condition: (name: string): Effect.Effect<Condition | undefined> => conditions.get(name) ?? Effect.succeed(undefined)
    }
  })
}) {
  static readonly layer = Layer.effect(ProviderCircuits, ProviderCircuits.make).pipe(
    Layer.provide([CircuitBreaker.layerStoreMemory(), ProviderFigures.layer])
  )
}
