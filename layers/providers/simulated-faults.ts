import { Effect } from "effect"
import {
  type Failure, ProviderDeclined, type ProviderError, ProviderInvalidRequest, ProviderOutcomeUnknown, ProviderRateLimited, ProviderUnauthorized,
  ProviderUnavailable
} from "./errors.ts"

/** Every way in which a party can fail, as a value names it that asks the simulator for that. */
export const simulatedFaults = {
  declined: (about: Failure) => new ProviderDeclined(about),
  invalid: (about: Failure) => new ProviderInvalidRequest(about),
  unauthorized: (about: Failure) => new ProviderUnauthorized(about),
  rate_limited: (about: Failure) => new ProviderRateLimited({ ...about, retryAfter: 30 }),
  unavailable: (about: Failure) => new ProviderUnavailable(about),
  outcome_unknown: (about: Failure) => new ProviderOutcomeUnknown(about)
}
export type SimulatedFault = keyof typeof simulatedFaults

/** A simulated failure of a party. `reason` is the code that the party would give. */
export const failAs = (fault: SimulatedFault, operation: string, reason: string = fault): Effect.Effect<never, ProviderError> =>
  Effect.fail(simulatedFaults[fault]({
    provider: "simulated", operation, reason, attempts: 1, message: `The simulator was asked to fail so (${reason}).`
  }))

const asked = new RegExp(`simulated[_-](${Object.keys(simulatedFaults).join("|")}|slow)`)

/** Whether a text asks the simulator to fail, or to take its time. */
export const asksForFault = (text: string) => asked.test(text)

/** How long a value takes that asks for a slow answer. */
const SLOW = "10 seconds"

/** Fails, or takes its time, as a text asks for: `simulated_unavailable`, `simulated_outcome_unknown`, `simulated_slow` and so on. */
export const asTold = (text: string, operation: string): Effect.Effect<void, ProviderError> => {
  const told = asked.exec(text)?.[1]
  if (told === undefined) return Effect.void
  return told === "slow" ? Effect.sleep(SLOW) : failAs(told as SimulatedFault, operation)
}
