import { Effect, Option, Schema } from "effect"
import { Activities } from "#layers/crm/activities"
import { Contacts } from "#layers/crm/contacts"
import { SyncRuns } from "#layers/integrations/sync-runs"
import type { IntegrationKey } from "#schemas/integrations/catalogue"
import type { ContactField } from "#schemas/integrations/integration"
import type { IntegrationObject } from "#schemas/integrations/run"
import { write } from "../../durable.ts"
import { IntegrationUndo } from "./definitions.ts"

const verb = "undo_integration_run"
/** Records that one transaction looks at. */
const BATCH = 200

type Fields = Readonly<Record<string, unknown>>

/** Whether a record still says what the run made of it. */
const isAsLeft = (record: Fields, after: Fields) => Object.entries(after).every(([field, value]) => record[field] === value)

const TOLD = "It was told to the other side, where it stays."
const CHANGED = "It was changed since, and stays."
const GONE = "It is not here any more."

const contact = Effect.fnUntraced(function*({ action, after, before, record_id }: IntegrationObject) {
  const contacts = yield* Contacts
  const found = Option.getOrUndefined(yield* contacts.find(record_id!, { lock: true }))
  if (found === undefined) return GONE
  if (!isAsLeft(found as never as Fields, (after ?? {}) as Fields)) return CHANGED
  if (action === "created") {
    if (found.version > 1) return CHANGED
    yield* contacts.softDelete(found, { events: ["contact.deleted"] })
    return "It was deleted."
  }
  const put = yield* contacts.update(found, before as { readonly [F in ContactField]?: string | null }, { events: ["contact.updated"] }).pipe(Effect.option)
  return Option.isNone(put) ? "Another contact has its e-mail address now." : "It says again what it said before."
})

const activity = Effect.fnUntraced(function*({ action, after, before, record_id }: IntegrationObject) {
  const activities = yield* Activities
  const found = Option.getOrUndefined(yield* activities.find(record_id!, { lock: true }))
  if (found === undefined) return GONE
  if (!isAsLeft(found as never as Fields, (after ?? {}) as Fields)) return CHANGED
  if (action === "created") yield* activities.softDelete(found)
  else yield* Effect.orDie(activities.update(found, before as Fields))
  return action === "created" ? "It was deleted." : "It says again what it said before."
})

const outcomeOf = (one: IntegrationObject): Effect.Effect<string, never, Activities | Contacts> => {
  if (one.direction === "out") return Effect.succeed(TOLD)
  if (one.action === "linked" || one.record_id === null) return Effect.succeed("Nothing had been changed.")
  return one.object === "contact" ? contact(one) : activity(one)
}

/** Looks at some of what a run did, the last first. Answers whether that was all. */
const takeBack = Effect.fnUntraced(function*(key: IntegrationKey, undoing: number, run: number) {
  const runs = yield* SyncRuns
  const some = yield* runs.toUndo(run, BATCH)
  const done = yield* Effect.forEach(some, (one) => Effect.map(outcomeOf(one), (undone) => ({ id: one.id, undone, one })))
  yield* runs.setUndoneObjects(done.map(({ id, undone }) => ({ id, undone })))
  /* What was taken back is brought over again by the next run that finds it. */
  for (const object of ["contact", "activity"]) {
    yield* runs.unlink(key, object, done.flatMap(({ one, undone }) => one.object === object && one.direction === "in" && undone !== CHANGED && one.remote_id !== null ? [one.remote_id] : []))
  }
  const kept = done.filter(({ undone }) => undone === CHANGED || undone === TOLD || undone === GONE).length
  yield* runs.tally(undoing, { updated: done.length - kept, skipped: kept })
  return { over: some.length < BATCH, undone: done.length - kept, kept }
})

const Batch = Schema.Struct({ over: Schema.Boolean, undone: Schema.Int, kept: Schema.Int })

export const IntegrationUndoProgram = IntegrationUndo.program(Effect.fnUntraced(function*({ key, run: id }) {
  const undoes = yield* write("begin", { verb, success: Schema.NullOr(Schema.Int) }, Effect.gen(function*() {
    const runs = yield* SyncRuns
    yield* runs.started(id)
    return Option.getOrUndefined(yield* runs.find(id))?.undoes ?? null
  }))
  let [undone, kept] = [0, 0]
  for (let n = 1, over = undoes === null; !over; n++) {
    const batch = yield* write(`take back ${n}`, { verb, success: Batch }, takeBack(key, id, undoes!))
    over = batch.over
    undone += batch.undone
    kept += batch.kept
  }
  yield* write("end", { verb }, Effect.gen(function*() {
    const runs = yield* SyncRuns
    /* Everything is looked at anew by the next run, as the place of this one is behind what was taken back. */
    yield* runs.restart(key)
    yield* runs.finish(id, null, kept === 0 ? null : `${kept} records were left as they are: list_integration_objects says why.`)
  }))
  return { undone, kept }
}))
