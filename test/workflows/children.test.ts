import { monitorEventLoopDelay } from "node:perf_hooks"
import { assert, layer } from "@effect/vitest"
import { Effect, Schedule, Schema } from "effect"
import { child, durable, step } from "#workflows/durable"
import { begin, engined, find } from "../support/engine.ts"
import { rounds } from "../support/rounds.ts"

/** Resumptions of a parent, whatever the number of its children: each begins its program again from the first line. */
const MOST_REPLAYS = 30
/** Processor time of a child among the most children, against that of one among the fewest. */
const MOST_GROWTH = 2.5

const Leaf = durable({ name: "children.leaf", version: 1, payload: { n: Schema.Int }, success: Schema.Int })
const LeafProgram = Leaf.program(({ n }) => step("square", { success: Schema.Int }, Effect.succeed(n * n)))

const Tree = durable({ name: "children.tree", version: 1, payload: { size: Schema.Int }, success: Schema.Int })
let replays = 0
const TreeProgram = Tree.program(Effect.fnUntraced(function*({ size }) {
  replays++
  const numbers = Array.from({ length: size }, (_, n) => n)
  const squares = yield* Effect.forEach(numbers, (n) => child(`${n}`, Leaf, { n }), { concurrency: "unbounded" })
  return squares.reduce((sum, square) => sum + square, 0)
}))

/** What a run with so many children took. */
const grown = Effect.fnUntraced(function*(size: number) {
  const lag = monitorEventLoopDelay({ resolution: 10 })
  replays = 0
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
  assert.strictEqual(result, (size - 1) * size * (2 * size - 1) / 6)
  return { size, seconds, replays, lag: lag.percentile(99) / 1e6, longest: lag.max / 1e6, processor: (user + system) / 1e6 }
})

layer(engined([[Leaf, LeafProgram], [Tree, TreeProgram]]), { excludeTestServices: true })("a run with many children", (it) => {
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
