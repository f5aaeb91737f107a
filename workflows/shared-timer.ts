import { Effect } from "effect"
import type { Runs } from "#layers/workflows/runs"
import { Caller } from "#schemas/kernel/tenancy"
import type { Durable } from "./durable.ts"

/** Minutes between two runs of a company and mode. */
const EVERY = 5

/**
 * Begins the run that ends, soon after a time, what nobody came for until then: one of these minutes serves everything of the company and
 * mode. The mode is part of its key, since a key is the company's.
 */
export const expectBy = Effect.fnUntraced(function*(
  timer: Pick<Durable<{ readonly at: string }, never, never>, "start">, time: string
): Effect.fn.Return<void, never, Caller | Runs> {
  const every = EVERY * 60_000
  const at = new Date(Math.ceil(Date.parse(time) / every) * every).toISOString()
  const { mode } = yield* Caller
  yield* timer.start({ at }, { key: `${mode} until ${at}` })
})
