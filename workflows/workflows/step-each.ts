import { Cause, Duration, Effect, Exit, Schema, type Scope } from "effect"
import { Activity } from "effect/workflow"
import type { WorkflowEngine } from "effect/workflow"
import { retryOutages } from "#layers/workflows/retry"
import { CurrentRun, useName } from "../current-run.ts"
import type { Retries, TagOf } from "../retries.ts"
import { type Late, StepTimedOut, within as withinTime } from "../step-timeout.ts"
import { attempted } from "./attempted.ts"
import type { Kept } from "./kept-json.ts"
import { Within } from "./once-in-run.ts"

type InRun = WorkflowEngine.WorkflowEngine | WorkflowEngine.WorkflowInstance

/** Results within one commit. */
const SIZE = 100

/** After so long a commit has to come, so that a crash costs no more. */
const WITHIN = Duration.seconds(1)

/**
 * Does something small for each of many items, which have to be the same and in the same order whenever the program comes here. The results of
 * up to `size` items are kept in one commit, and given back in the order of the items. An item whose result is kept is never done again;
 * a crash does those again whose results were not, so that what an item does outside is given `key`, which is the same each time.
 *
 * An item that fails ends the commit that it is in: what was done before it is kept, and it becomes a step of its own, with its retries. The
 * others wait for it. When it fails for good, so does this.
 */
export const stepEach = <
  Item, A extends Kept = Schema.Void, E extends Kept = Schema.Never, R = never, const Timeout extends Duration.Input | undefined = undefined
>(
  name: string,
  items: ReadonlyArray<Item>,
  options: {
    readonly success?: A
    readonly error?: E
    /** Of each item. */
    readonly timeout?: Timeout
    /** Of each item. */
    readonly retries?: Retries<TagOf<NoInfer<E>["Type"] | Late<NoInfer<Timeout>>>>
    /** Items whose results are kept in one commit, at most; 100 unless told. */
    readonly size?: number
    /** No item is begun so long after the first one of a commit; a second unless told. */
    readonly within?: Duration.Input
    /** Items at a time; one unless told. */
    readonly concurrency?: number
  },
  each: (item: Item, key: string) => Effect.Effect<A["Type"], E["Type"], R>
): Effect.Effect<ReadonlyArray<A["Type"]>, E["Type"] | Late<Timeout>, Exclude<R, InRun | Scope.Scope> | InRun | CurrentRun> => {
  type Failure = E["Type"] | Late<Timeout>
  const { concurrency = 1, retries, size = SIZE, timeout, within = WITHIN } = options
  const success: Kept = options.success ?? Schema.Void
  const error: Kept = options.error ?? Schema.Never
  const most = Duration.toMillis(Duration.fromInputUnsafe(within))

  const once = (run: number, index: number): Effect.Effect<A["Type"], Failure, R> => {
    const work = each(items[index]!, `run_${run}/${name}/${index}`)
    const timed = timeout === undefined ? work : withinTime(`${name}/item ${index}`, timeout, work)
    return retryOutages(Effect.provideService(timed, Within, "step"))
  }

  return Effect.gen(function*() {
    yield* useName(name)
    const { id } = yield* CurrentRun
    const results = new Map<number, A["Type"]>()
    /** How an item ended that failed a moment ago, unless there was a crash since. */
    const last: { failure?: { readonly index: number; readonly cause: Cause.Cause<Failure> } | undefined } = {}

    /** Does as many as may be kept in one commit. */
    const some = (left: ReadonlyArray<number>) => Effect.gen(function*() {
      const done: Array<readonly [number, unknown]> = []
      const began = performance.now()
      const failed: Array<{ readonly index: number; readonly cause: Cause.Cause<Failure> }> = []
      yield* Effect.forEach(left.slice(0, size), (index, place) =>
        failed.length > 0 || place > 0 && performance.now() - began >= most ? Effect.void : Effect.flatMap(Effect.exit(once(id, index)), (exit) => {
          if (Exit.isSuccess(exit)) done.push([index, exit.value])
          else if (Cause.hasInterrupts(exit.cause)) return Effect.failCause(exit.cause as Cause.Cause<never>)
          else failed.push({ index, cause: exit.cause })
          return Effect.void
        }), { concurrency, discard: true })
      last.failure = failed[0]
      return { done, failed: failed[0]?.index ?? null }
    })
    const kept = Schema.Struct({ done: Schema.Array(Schema.Tuple([Schema.Int, success])), failed: Schema.NullOr(Schema.Int) })

    for (let n = 1; results.size < items.length; n++) {
      const commit = `${name}/${n}`
      yield* useName(commit)
      const { done, failed } = yield* Activity.make({
        name: commit,
        success: kept,
        execute: some([...items.keys()].filter((index) => !results.has(index)))
      })
      for (const [index, result] of done) results.set(index, result)
      if (failed === null) continue

      const alone = `${name}/item ${failed}`
      yield* useName(alone)
      const again = Activity.make({
        name: alone,
        success,
        error: timeout === undefined ? error : Schema.Union([error, StepTimedOut]) as Kept,
        execute: Effect.suspend(() => {
          const known = last.failure
          last.failure = undefined
          return known?.index === failed ? Effect.failCause(known.cause) : once(id, failed)
        })
      })
      results.set(failed, yield* attempted(alone, retries, (attempt) => Effect.provideService(again, Activity.CurrentAttempt, attempt)))
    }
    return [...items.keys()].map((index) => results.get(index))
  }) as Effect.Effect<ReadonlyArray<A["Type"]>, Failure, Exclude<R, InRun | Scope.Scope> | InRun | CurrentRun>
}
