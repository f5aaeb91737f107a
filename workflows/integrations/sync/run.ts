import { Duration, Effect, Option, Schema } from "effect"
import { Connections } from "#layers/integrations/connections"
import { modules } from "#layers/integrations/modules/all"
import { Partners } from "#layers/integrations/partners"
import { SyncRuns } from "#layers/integrations/sync-runs"
import { Tokens } from "#layers/integrations/tokens"
import type { ProviderError } from "#layers/providers/errors"
import type { IntegrationKey } from "#schemas/integrations/catalogue"
import { sleep, step, write } from "../../durable.ts"
import { delayAfter } from "../../retries.ts"
import { noteState, stateAfter } from "../checking.ts"
import { IntegrationSync } from "./definitions.ts"
import { bringPart } from "./part.ts"
import { tellPart } from "./tell.ts"

const verb = "sync_integration"

/** Milliseconds that one step works: a run that is canceled ends with its step. */
const STEP_MS = 10_000
/** Attempts in a row that come to nothing, before the run gives up. */
const MOST_FAILURES = 8
const MOST_WAIT = "15 minutes"

const Progress = Schema.Struct({
  phase: Schema.Literals(["bring", "tell", "over"]),
  place: Schema.Struct({ kind: Schema.Int, after: Schema.Int }),
  /** What went wrong, and for how long the other side wants to be left alone, in milliseconds. */
  failure: Schema.NullOr(Schema.Struct({ state: Schema.Literals(["needs_reconnection", "failing"]), message: Schema.String, wait: Schema.NullOr(Schema.Int), again: Schema.Boolean })),
  failures: Schema.Int
})
type Progress = typeof Progress.Type

const failureOf = (error: ProviderError): NonNullable<Progress["failure"]> => {
  const { failure, state } = stateAfter(error)
  const wait = "retryAfter" in error && error.retryAfter !== undefined ? error.retryAfter * 1_000 : null
  const again = error._tag === "ProviderRateLimited" || error._tag === "ProviderUnavailable" || error._tag === "ProviderOutcomeUnknown"
  return { state: state === "needs_reconnection" ? state : "failing", message: failure, wait, again }
}

/** Works for a while: reads what is new there, then tells what is new here. A token that ended on the way is renewed once for each time that it worked. */
const workSome = Effect.fnUntraced(function*(key: IntegrationKey, id: number, from: Progress) {
  const runs = yield* SyncRuns
  const tokens = yield* Tokens
  const module = modules[key]!
  const way = yield* Partners.use(({ wayTo }) => wayTo(key))
  const until = Date.now() + STEP_MS
  let { phase, place } = from
  let failures = from.failures
  let access = yield* tokens.fresh(key)
  let renewed = false

  const once = Effect.gen(function*() {
    const run = Option.getOrUndefined(yield* runs.find(id))
    if (run === undefined || run.finished_at !== null) return "over" as const
    if (phase === "bring") {
      if (module.read === undefined || (yield* bringPart(run, module, way, access))) phase = module.tells === undefined ? "over" : "tell"
      return phase
    }
    const next = yield* tellPart(run, module, way, access, place, yield* runs.place(run))
    if (next === undefined) return "over" as const
    place = next
    return phase
  })

  while (phase !== "over" && Date.now() < until) {
    const done = yield* Effect.result(once)
    if (done._tag === "Success") {
      phase = done.success
      failures = 0
      renewed = false
      access = yield* tokens.fresh(key)
      continue
    }
    const error = done.failure
    if (error._tag === "Superseded") return { phase: "over" as const, place, failure: null, failures: 0 }
    if (error._tag === "ProviderUnauthorized" && module.oauth !== undefined && !renewed) {
      renewed = true
      access = yield* tokens.fresh(key, access.credentials.token)
      continue
    }
    return { phase, place, failure: failureOf(error), failures: failures + 1 }
  }
  return { phase, place, failure: null, failures }
})

const attempted = (key: IntegrationKey, id: number, from: Progress): Effect.Effect<Progress, never, Effect.Services<ReturnType<typeof workSome>>> =>
  workSome(key, id, from).pipe(
    Effect.catch((error) => Effect.succeed<Progress>({ ...from, failure: failureOf(error), failures: from.failures + 1 }))
  )

const finish = Effect.fnUntraced(function*(key: IntegrationKey, id: number, failure: Progress["failure"]) {
  const runs = yield* SyncRuns
  const nothing = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0, error: null }
  const run = Option.getOrUndefined(yield* runs.lock(id))
  if (run === undefined || run.finished_at !== null) return nothing
  yield* runs.finish(id, failure?.message ?? null, null)
  if (failure === null && !run.dry_run) yield* runs.synced(key)
  if (Option.isSome(yield* Connections.use((connections) => connections.find(key)))) yield* noteState(key, failure?.state ?? "connected", failure?.message ?? null)
  const after = yield* Effect.orDie(runs.get(key, id))
  return { created: after.created, updated: after.updated, unchanged: after.unchanged, skipped: after.skipped, failed: after.failed, error: after.error }
})

export const IntegrationSyncProgram = IntegrationSync.program(Effect.fnUntraced(function*({ key, run: id }) {
  yield* write("begin", { verb }, SyncRuns.use((runs) => runs.started(id)))
  let progress: Progress = { phase: "bring", place: { kind: 0, after: 0 }, failure: null, failures: 0 }
  for (let n = 1; progress.phase !== "over"; n++) {
    progress = yield* step(`part ${n}`, { success: Progress }, attempted(key, id, { ...progress, failure: null }))
    const { failure, failures } = progress
    if (failure === null) continue
    if (!failure.again || failures >= MOST_FAILURES) break
    const usual = Duration.toMillis(delayAfter({ attempts: MOST_FAILURES, first: "1 second", factor: 3, most: MOST_WAIT }, failures))
    yield* sleep(`wait ${n}`, Math.min(failure.wait ?? usual, Duration.toMillis(Duration.fromInputUnsafe(MOST_WAIT))))
  }
  return yield* write("end", { verb, success: IntegrationSync.workflow.successSchema }, finish(key, id, progress.phase === "over" ? null : progress.failure))
}))
