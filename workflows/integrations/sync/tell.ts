import { Effect } from "effect"
import type { Access } from "#layers/integrations/access"
import type { IntegrationModule, Outgoing } from "#layers/integrations/module"
import { OutgoingRecords, type OutgoingKind } from "#layers/integrations/outgoing-records"
import { type RunAtWork, SyncRuns, type Touch } from "#layers/integrations/sync-runs"
import type { ProviderError } from "#layers/providers/errors"
import type { Way } from "#layers/providers/http"
import { digestOf } from "./digests.ts"
import { atWork, noteOutcomes, written } from "./part.ts"
import type { Outcome } from "./people.ts"

/** Records that are told before what came of them is written down: so many may be told once more after a crash, which the other side knows again. */
const AT_A_TIME = 20

/** Where telling is: which kind of record, and after which. */
export interface TellingPlace {
  readonly kind: number
  readonly after: number
}

const touched = (action: Touch["action"], record: Outgoing, more: Partial<Touch> = {}): Touch =>
  ({ direction: "out", object: record.object, remote_id: record.remote_id, record_id: record.record_id, reason: null, ...more, action })

/** What was refused for good is noted and passed by; everything else is for another time. */
const isOfRecord = (error: ProviderError) => error._tag === "ProviderInvalidRequest" || error._tag === "ProviderDeclined"

/**
 * Tells some records of ours that have changed since they were last told. Answers where to go on; nothing after the last. What both sides say is noted, so
 * that what we told does not come back as news.
 */
export const tellPart = Effect.fnUntraced(function*(run: RunAtWork, module: IntegrationModule, way: Way, access: Access, place: TellingPlace, within: unknown) {
  const kinds = module.tells ?? []
  const kind: OutgoingKind | undefined = kinds[place.kind]
  if (kind === undefined) return undefined
  const runs = yield* SyncRuns
  const records = yield* OutgoingRecords.use(({ page }) => page(kind, run.key, place.after, AT_A_TIME))
  if (records.length === 0) return { kind: place.kind + 1, after: 0 }
  const object = records[0]!.object
  const links = yield* runs.linksTo(run.key, object, records.map(({ record_id }) => record_id))

  const outcomes = yield* Effect.forEach(records, Effect.fnUntraced(function*({ facts, record_id, refers }): Effect.fn.Return<Outcome, ProviderError> {
    const ours = digestOf(facts)
    const link = links.get(record_id)
    if (link?.ours === ours) return { unchanged: true }
    const record: Outgoing = { object, record_id, remote_id: link?.remote_id ?? null, facts, refers, once: `${run.key}-${object}-${record_id}-${ours}` }
    const action = link === undefined ? "created" : "updated"
    if (run.dry_run) return { touch: touched(action, record, { after: { ...facts } }) }
    return yield* module.tell!(way, access, record).pipe(
      Effect.map(({ remote_id }): Outcome => ({
        touch: touched(action, record, { remote_id, after: { ...facts } }),
        link: { object, remote_id, record_id, ours, theirs: digestOf(facts) }
      })),
      Effect.catchIf(isOfRecord, ({ message }) => Effect.succeed<Outcome>({ touch: touched("failed", record, { reason: message }) }))
    )
  }))
  yield* written(run.id, [place, within], Effect.gen(function*() {
    yield* noteOutcomes(yield* atWork(run.id, within as never), outcomes)
  }))
  return { kind: place.kind, after: records.at(-1)!.record_id }
})
