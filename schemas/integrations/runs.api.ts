import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { defaulted } from "#schemas/kernel/defaulted"
import { operation } from "#schemas/kernel/endpoints"
import { Conflict } from "#schemas/kernel/errors"
import { Key } from "./integration.ts"
import { IntegrationObject, IntegrationRun, IntegrationRunId, ObjectAction } from "./run.ts"

const one = { key: Key }
const tierFloor = "builder"

export const sync_integration = operation.act("sync_integration", "/:key/sync", IntegrationRun.pipe(HttpApiSchema.status(202)), {
  params: one,
  payload: Schema.Struct({
    dry_run: defaulted(Schema.Boolean.annotate({ description: "Only tell what would be done.", examples: [false] }), false)
  }).annotate({ identifier: "IntegrationSyncOptions" }),
  errors: [Conflict],
  idempotent: true,
  tierFloor,
  summary: "Bring another system in step",
  description: "Brings over what changed there since the last run, and tells what changed here, in a durable run that a crash does not stop: each record once. While a " +
    "run is under way it answers with that. A record that both sides changed is left as `conflict` of the connection says. Where the other side asks for patience, " +
    "it is waited for as long as it says."
})

export const list_integration_runs = operation.list("list_integration_runs", "/:key/runs", IntegrationRun, {
  params: one,
  summary: "List runs of an integration",
  description: "What was brought over and told, run by run, the newest first."
})

export const list_integration_objects = operation.list("list_integration_objects", "/:key/runs/:id/objects", IntegrationObject, {
  params: { ...one, id: IntegrationRunId },
  filters: { action: ObjectAction },
  summary: "List what a run touched",
  description: "Every record that a run made, changed or left, with what it said before and the reason. Kept for 90 days."
})

export const undo_integration_run = operation.act("undo_integration_run", "/:key/runs/:id/undo", IntegrationRun.pipe(HttpApiSchema.status(202)), {
  params: { ...one, id: IntegrationRunId },
  errors: [Conflict],
  requiresConsent: true,
  undo: "nothing",
  tierFloor,
  summary: "Take back a run",
  description: "Takes back what the last run changed here, record by record, in a durable run: what it made goes into the bin, and what it changed says again what it said " +
    "before. What somebody changed since stays, as does what was told to the other side."
})
