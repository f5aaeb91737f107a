import { Context, Effect, Latch, Layer, Semaphore } from "effect"
import { SqlClient } from "effect/sql"
import type { RunId } from "#schemas/workflows/run"
import { Caller } from "#schemas/kernel/tenancy"
import { inTenant, one } from "../kernel/sql.ts"
import { Tenancy } from "../kernel/tenancy.ts"
import { retryOutages } from "./retry.ts"

/**
 * Which runs at work, wherever, are to rest. A run looks here before whatever it does next, which costs nothing; only one that is named here
 * asks the database whether that still holds.
 */
export class Pauses extends Context.Service<Pauses>()("layers/workflows/Pauses", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const tenancy = yield* Tenancy
    let asked: ReadonlySet<string> = new Set()
    /** One after the other, so that no older answer replaces a newer one. */
    const turn = Semaphore.makeUnsafe(1)
    /** A run that was at work when a process ended goes on here maybe before the first look. */
    const looked = Latch.makeUnsafe(false)

    return {
      /** Looks what is asked of the runs of all companies, with the engine's connection. */
      look: (engine: SqlClient.SqlClient) =>
        turn.withPermits(1)(Effect.flatMap(engine<{ run: string }>`select runs_to_rest() as run`, (rows) => {
          asked = new Set(rows.map(({ run }) => run))
          return looked.open
        })),
      isAsked: Effect.fnUntraced(function*(id: RunId) {
        yield* looked.await
        const { company_id } = yield* Caller
        if (!asked.has(`${company_id}.${id}`)) return false
        const { paused } = yield* retryOutages(tenancy.transaction(one(sql<{ paused: boolean }>`
          with held as materialized (
            select from workflow_pauses p join workflow_runs r on r.company_id = p.company_id and r.livemode = p.livemode and r.workflow = p.workflow
            where ${inTenant(sql, "r")} and r.id = ${id} and r.cancel_requested_at is null for key share of p)
          select coalesce(bool_or(pause = 'asked'), false) or exists (select from held) as paused from workflow_runs where ${inTenant(sql)} and id = ${id}`)))
        return paused
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Pauses, Pauses.make)
}
