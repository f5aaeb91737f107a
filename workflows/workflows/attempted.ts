import { Effect } from "effect"
import type { WorkflowEngine } from "effect/workflow"
import type { CurrentRun } from "../current-run.ts"
import { delayAfter, type Retries } from "../retries.ts"
import { IN_MEMORY, pause, waitOf } from "./pause.ts"

/** Something that is done again where it fails, after waits that survive a crash. Each attempt has a result of its own. */
export const attempted = <A, E, R>(
  name: string, retries: Retries<string> | undefined, once: (attempt: number) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R | WorkflowEngine.WorkflowEngine | WorkflowEngine.WorkflowInstance | CurrentRun> => {
  if (retries === undefined) return once(1)
  const passes = (error: E) => retries.only?.includes((error as { readonly _tag: string })._tag) ?? true
  const from = (attempt: number): ReturnType<typeof attempted<A, E, R>> =>
    attempt >= retries.attempts ? once(attempt) : Effect.catchIf(once(attempt), passes, () =>
      Effect.andThen(pause(`${name}/${attempt}`, waitOf(delayAfter(retries, attempt)), IN_MEMORY), from(attempt + 1)))
  return from(1)
}
