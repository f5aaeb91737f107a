import { monitorEventLoopDelay } from "node:perf_hooks"
import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { begin, engined, find } from "../support/engine.ts"
import { rounds } from "../support/rounds.ts"
import { replays, squares, Tree, works } from "./children-works.ts"

/** Resumptions of a parent, whatever the number of its children: each begins its program again from the first line. */
const MOST_REPLAYS = 30
/** Processor time of a child among the most children, against that of one among the fewest. */
const MOST_GROWTH = 2.5

/** What a run with so many children took. */
const grown = Effect.fnUntraced(function*(size: number) {
  const lag = monitorEventLoopDelay({ resolution: 10 })
  replays.clear()
  lag.enable()
  const before = process.cpuUsage()
  const began = performance.now()
  const id = yield* begin(Tree.start({ size }))
  const { result } = yield* find(id).pipe(
    Effect.repeat({ until: ({ finished_at }) => finished_at !== null, schedule: Schedule.spaced("100 millis") }),
    Effect.timeout("150 seconds")
  )
  const seconds = (performance.now() - began) / 1_000
  const { system, user } = process.cpuUsage(before)
  lag.disable()
  assert.strictEqual(result, squares(size))
  return { size, seconds, replays: replays.get(size)!, lag: lag.percentile(99) / 1e6, longest: lag.max / 1e6, processor: (user + system) / 1e6 }
})

layer(engined(works), { excludeTestServices: true })("a run with many children", (it) => {
  it.effect("takes time in proportion to their number", ({ annotate }) => Effect.gen(function*() {
    yield* grown(20)
    const seen = yield* Effect.forEach([rounds(50, 100), rounds(100, 400), rounds(200, 1_000)], grown)
    const said = seen.map(({ lag, longest, processor, replays, seconds, size }) =>
      `${size} children: ${seconds.toFixed(1)} s, ${processor.toFixed(1)} s of the processor, begun ${replays} times, ` +
        `event loop late by ${Math.round(lag)} ms (p99), ${Math.round(longest)} ms at most`).join("; ")
    yield* Effect.promise(() => annotate(said))
    for (const one of seen) assert.isAtMost(one.replays, MOST_REPLAYS, said)
    const [fewest, , most] = seen
    assert.isBelow(most!.processor / most!.size, MOST_GROWTH * fewest!.processor / fewest!.size, said)
  }))
})
