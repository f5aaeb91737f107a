import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#schemas/kernel/tenancy"
import { inTenant } from "../kernel/sql.ts"

export type WorkflowPause = {
  readonly id: number
  readonly workflow: string
  readonly paused_at: string
}

/** When somebody paused the workflow of a run, in its record and in lists. */
export const workflowPausedAt = `(select p.paused_at from workflow_pauses p where p.company_id = workflow_runs.company_id
  and p.livemode = workflow_runs.livemode and p.workflow = workflow_runs.workflow and workflow_runs.finished_at is null) as workflow_paused_at`

/** The workflows that the caller's company has paused in its mode, and what becomes of their runs. */
export class WorkflowPauses extends Context.Service<WorkflowPauses>()("layers/workflows/WorkflowPauses", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const mine = Effect.map(Caller, ({ mode }) => sql`${inTenant(sql)} and livemode = ${mode === "live"}`)

    return {
      all: Effect.flatMap(mine, (mine) => Effect.orDie(sql<WorkflowPause>`select id, workflow, paused_at from workflow_pauses where ${mine} order by workflow`)),

      /** What waits for its turn is held; what is at work rests before its next step. Nothing where it is paused already. */
      pause: Effect.fnUntraced(function*(workflow: string) {
        const { company_id, mode } = yield* Caller
        const [made] = yield* sql<WorkflowPause>`
          insert into workflow_pauses (company_id, livemode, workflow) values (${company_id}, ${mode === "live"}, ${workflow})
          on conflict (company_id, livemode, workflow) do nothing returning id, workflow, paused_at`
        if (made === undefined) return undefined
        yield* sql`update workflow_runs set status = 'paused'
          where ${yield* mine} and workflow = ${workflow} and status = 'queued' and cancel_requested_at is null and (claimed_until is null or claimed_until <= now())`
        return made
      }, Effect.orDie),

      /** One that is about to rest and does not know yet that it need not goes through the queue. */
      resume: Effect.fnUntraced(function*(workflow: string) {
        const those = sql`${yield* mine} and workflow = ${workflow}`
        const [gone] = yield* sql<WorkflowPause>`delete from workflow_pauses where ${those} returning id, workflow, paused_at`
        if (gone === undefined) return undefined
        yield* sql`update workflow_runs set pause = 'lifted' where ${those} and status = 'running' and pause is null`
        yield* sql`update workflow_runs set status = 'queued' where ${those} and status = 'paused' and pause is null`
        return gone
      }, Effect.orDie)
    }
  })
}) {
  static readonly layer = Layer.effect(WorkflowPauses, WorkflowPauses.make)
}
