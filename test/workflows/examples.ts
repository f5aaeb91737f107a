import { Effect } from "effect"
import type { Adjust } from "../contract/adjusted.ts"
import { OwnerSql } from "../support/database.ts"
import { companyIds, keys } from "../support/test-server.ts"

/** Of a run that failed before its first step, of a workflow that may be done again. */
const failed: Adjust = (call, key) =>
  Effect.gen(function*() {
    const sql = yield* OwnerSql
    const { company, mode } = keys[key]
    const [row] = yield* sql<{ id: number }>`
      insert into workflow_runs (company_id, workflow, version, payload, payload_hash, origin, livemode, status, started_at, finished_at, error)
      select ${companyIds[company]}, 'crm.rescore', 1, '{"rules_version": 0, "after": null}', sha256('x'),
        jsonb_build_object('key_id', min(id), 'tier', 'enterprise', 'request_id', 'example'), ${mode === "live"}, 'failed', now(), now(), '[]'
      from api_keys where company_id = ${companyIds[company]} returning id`
    const { from_step: _, ...payload } = call.payload!
    return { ...call, params: { id: row!.id }, payload }
  }).pipe(Effect.orDie)

/** Of the same, so that there is a run to be found. */
const bulk: Adjust = (call, key) =>
  Effect.as(failed({ ...call, payload: {} }, key), { ...call, payload: { action: "retry", filter: { workflow: "crm.rescore", status: "failed" } } })

export const callsOfRuns: Readonly<Record<string, Adjust>> = { retry_workflow_run: failed, restart_workflow_run: failed, create_workflow_batch: bulk }
