import { Effect, Option, Schema } from "effect"
import { Receipted } from "#layers/agents/receipted"
import type { Access } from "#layers/integrations/access"
import type { IntegrationModule, ReadPart, Unreadable } from "#layers/integrations/module"
import { type RunAtWork, SyncRuns, type Tally, type Touch } from "#layers/integrations/sync-runs"
import type { Way } from "#layers/providers/http"
import { payloadHash } from "#layers/workflows/runs"
import { takePayments } from "./payments.ts"
import { type Outcome, takePeople } from "./people.ts"

/** The run is not to go on: it was ended, or the systems were disconnected. */
export class Superseded extends Schema.TaggedError<Superseded>("Superseded")("Superseded", {}) {}

const counted = { created: "created", updated: "updated", linked: "unchanged", skipped: "skipped", failed: "failed" } as const

export const tallyOf = (outcomes: ReadonlyArray<Outcome>): Tally => {
  const tally = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 }
  for (const { touch } of outcomes) tally[touch === undefined ? "unchanged" : counted[touch.action]]++
  return tally
}

const failed = ({ object, reason, remote_id }: Unreadable): Outcome => ({
  touch: { direction: "in", object: object === "payment" ? "activity" : object, remote_id, record_id: null, action: "failed", reason } satisfies Touch
})

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Writes down what came of records, in the transaction in progress. */
export const noteOutcomes = Effect.fnUntraced(function*(run: RunAtWork, outcomes: ReadonlyArray<Outcome>) {
  const runs = yield* SyncRuns
  if (!run.dry_run) yield* runs.setLinks(run.key, outcomes.flatMap(({ link }) => link ?? []))
  yield* runs.touch(run.id, outcomes.flatMap(({ touch }) => touch ?? []))
  yield* runs.tally(run.id, tallyOf(outcomes))
})

/** The run, locked, if it still is where it was. */
export const atWork = Effect.fnUntraced(function*(id: number, place: Schema.Json) {
  const runs = yield* SyncRuns
  const run = Option.getOrUndefined(yield* runs.lock(id))
  if (run === undefined || run.finished_at !== null || !same(yield* runs.place(run), place)) return yield* new Superseded()
  return run
})

/** Work of a run in one transaction with its receipt. */
export const written = <A, E, R>(id: number, part: unknown, work: Effect.Effect<A, E, R>) =>
  Receipted.use((receipted) => receipted.write({ verb: "sync_integration", payloadHash: payloadHash({ id, part: JSON.stringify(part ?? null) }) }, work))

/**
 * Reads a part of what changed there and writes it here. The place moves in the transaction that writes the records, so that whatever crashes, each part
 * is written once. Answers whether that was the last.
 */
export const bringPart = Effect.fnUntraced(function*(run: RunAtWork, module: IntegrationModule, way: Way, access: Access) {
  const runs = yield* SyncRuns
  const place = yield* runs.place(run)
  const part: ReadPart = yield* module.read!(way, access, place)
  yield* written(run.id, place, Effect.gen(function*() {
    const held = yield* atWork(run.id, place)
    const { conflict } = access.settings
    const outcomes = [
      ...yield* takePeople(part.people, { key: run.key, conflict, dryRun: run.dry_run }),
      ...(part.unreadable ?? []).map(failed)
    ]
    yield* noteOutcomes(held, outcomes)
    /* Who paid may have come with the same part. */
    if (part.payments !== undefined) yield* noteOutcomes(held, yield* takePayments(part.payments, run.key, run.dry_run))
    yield* runs.setPlace(held, part.place)
  }))
  return part.done
})
