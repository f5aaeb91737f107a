import { Effect } from "effect"
import { accepted, hasHledger } from "./hledger.ts"
import { model } from "./run.ts"

interface Test {
  readonly annotate: (message: string) => Promise<unknown>
}

/** Moves money so often, by a seed that is told (`SEED` chooses one), and compares the books with what an accounting program makes of them. */
export const moved = Effect.fnUntraced(function*({ annotate }: Test, how: { readonly count: number; readonly every: number }) {
  const told = (message: string) => Effect.promise(() => annotate(message))
  const seed = Number(process.env["SEED"] ?? Math.floor(Math.random() * 2 ** 31))
  yield* told(`seed ${seed}`)
  const began = performance.now()
  const { counts } = yield* model({ ...how, seed })
  yield* told(`${how.count} operations in ${Math.round((performance.now() - began) / 1_000)} s`)
  if (hasHledger) yield* accepted
  yield* told([...counts].map(([name, [done, refused]]) => `${name}: ${done} done, ${refused} refused`).join("\n"))
})
