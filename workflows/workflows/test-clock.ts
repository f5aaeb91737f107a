import { DateTime, Effect } from "effect"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { TestClocks } from "#layers/workflows/test-clocks"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict, Forbidden, ValidationError } from "#schemas/kernel/errors"
import { detail } from "#schemas/kernel/received"
import { Caller } from "#schemas/kernel/tenancy"
import type * as api from "#schemas/workflows/api"
import { LAST_INSTANT, MOST_YEARS, partsOf } from "#schemas/workflows/test-clock"

/** Live mode goes by real time. */
const inTestMode = Effect.flatMap(Caller, ({ mode }) =>
  mode === "test" ? Effect.void : new Forbidden({ message: "Only test mode has a clock that can be moved: use a test key. Live mode goes by real time." }))

export const get_test_clock = () => Effect.andThen(inTestMode, TestClocks.use((clocks) => clocks.get))

const yearsAfter = (now: string, years: number) => DateTime.formatIso(DateTime.add(DateTime.makeUnsafe(now), { years }))

/** What is wrong with an instant as the target of a clock that shows `now`. */
const faultOf = (now: string, to: string) => {
  if (to < now) return `Expected an instant that is not before ${now}, which the test clock shows: it never goes back`
  if (to > yearsAfter(now, MOST_YEARS)) return `Expected an instant at most ${MOST_YEARS} years after ${now}, which the test clock shows`
  return to > LAST_INSTANT ? `Expected an instant not after ${LAST_INSTANT}` : undefined
}

export const advance_test_clock = Effect.fnUntraced(function*({ to }: Input<typeof api.advance_test_clock>) {
  yield* inTestMode
  const { company_id } = yield* Caller
  const clocks = yield* TestClocks
  const before = yield* clocks.lock
  if (before.advancing_to !== null) {
    return yield* new Conflict({ message: `The test clock is being advanced to ${before.advancing_to}. Try again when it is ready.` })
  }
  const parts = partsOf(to)
  const target = parts === undefined ? to : DateTime.formatIso(DateTime.add(DateTime.makeUnsafe(before.now), parts))
  const fault = faultOf(before.now, target)
  if (fault !== undefined) {
    return yield* new ValidationError({ message: "The test clock cannot go there.", details: [detail("to", fault, to)] })
  }
  const after = yield* clocks.advance(target)
  yield* recordChange({ object: "test_clock", id: company_id, before: { now: before.now }, after: { now: before.now, advancing_to: target } })
  return after
})
