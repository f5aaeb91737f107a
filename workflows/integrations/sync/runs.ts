import { Effect, Option } from "effect"
import { Connections } from "#layers/integrations/connections"
import { modules } from "#layers/integrations/modules/all"
import { SyncRuns } from "#layers/integrations/sync-runs"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { declarations, type IntegrationKey } from "#schemas/integrations/catalogue"
import type { IntegrationRun } from "#schemas/integrations/run"
import type * as api from "#schemas/integrations/runs.api"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import { IntegrationSync, IntegrationUndo } from "./definitions.ts"

const isUnderWay = ({ state }: IntegrationRun) => state === "waiting" || state === "running"

const nameOf = (key: IntegrationKey) => declarations.get(key)!.name

/** The connection, until the transaction ends kept from another run. */
const connected = Effect.fnUntraced(function*(key: IntegrationKey) {
  const connections = yield* Connections
  yield* connections.hold(key)
  const row = yield* connections.find(key)
  if (Option.isNone(row) || row.value.state === "authorizing") return yield* new Conflict({ message: `${nameOf(key)} is not connected: connect_integration does that.` })
  return row.value
})

export const sync_integration = Effect.fnUntraced(function*({ dry_run, key }: Input<typeof api.sync_integration>) {
  const { state } = yield* connected(key)
  const module = modules[key]
  if (module?.read === undefined && module?.tells === undefined) return yield* new Conflict({ message: `${nameOf(key)} is not brought in step: what it does, it does by itself.` })
  if (state === "needs_reconnection") return yield* new Conflict({ message: `${nameOf(key)} no longer accepts the connection: connect it again.` })
  const runs = yield* SyncRuns
  const latest = Option.getOrUndefined(yield* runs.latest(key))
  if (latest !== undefined && isUnderWay(latest)) return latest
  const id = yield* runs.create(key, "sync", { dry_run })
  yield* runs.setRun(id, yield* IntegrationSync.start({ key, run: id }))
  const made = yield* Effect.orDie(runs.get(key, id))
  yield* recordChange({ object: "integration_run", id, before: null, after: made })
  return made
})

export const list_integration_runs = ({ key, ...paging }: Input<typeof api.list_integration_runs>) => SyncRuns.use((runs) => runs.page(key, paging))

export const list_integration_objects = Effect.fnUntraced(function*({ action, id, key, ...paging }: Input<typeof api.list_integration_objects>) {
  const runs = yield* SyncRuns
  yield* runs.get(key, id)
  return yield* runs.objects(id, action, paging)
})

export const undo_integration_run = Effect.fnUntraced(function*({ id, key }: Input<typeof api.undo_integration_run>) {
  const runs = yield* SyncRuns
  yield* Connections.use((connections) => connections.hold(key))
  const before = yield* runs.get(key, id)
  if (before.kind === "undo" || before.dry_run) return yield* new Conflict({ message: "There is nothing to take back of this run: it brought nothing over." })
  if (before.undone !== null) return yield* new Conflict({ message: `It was taken back already, by run ${before.undone}.` })
  const latest = Option.getOrUndefined(yield* runs.latest(key))
  if (latest !== undefined && isUnderWay(latest)) return yield* new Conflict({ message: `Run ${latest.id} is under way: wait for its end.` })
  const last = Option.getOrUndefined(yield* runs.latestReal(key))
  if (last?.id !== id) return yield* new Conflict({ message: `Only the last run can be taken back, which is ${last?.id}: what came after a run builds on it.` })
  const undoing = yield* runs.create(key, "undo", { undoes: id })
  yield* runs.setUndone(id, undoing)
  yield* runs.setRun(undoing, yield* IntegrationUndo.start({ key, run: undoing }))
  const made = yield* Effect.orDie(runs.get(key, undoing))
  yield* recordChange({ object: "integration_run", id, before, after: { ...before, undone: undoing as never } })
  return made
})
