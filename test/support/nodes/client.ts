import { Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { ServiceConfig } from "#layers/kernel/config"
import { provision } from "#layers/auth/provision"
import { Services } from "#layers/services"
import { Tenancy } from "#layers/kernel/tenancy"
import type { CompanyId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import type { RunId } from "#schemas/workflows/run"
import { FreshDatabase, OwnerSql } from "../database.ts"
import { somebody } from "../workflows.ts"

/** Companies 1, 2 and 3. */
const companies = Effect.forEach(["acme", "bolt", "cork"], (name) =>
  provision({ name, tier: "enterprise", industry: null, owner: null }))

const notes = SqlClient.SqlClient.use((sql) =>
  Effect.andThen(
    sql`create table test_notes (run_id bigint not null, step text not null, pid int not null)`,
    sql`grant insert on test_notes to service_app`
  ))

/** A database with companies, where others do the durable work: here it is only asked for and looked at. */
export const EngineClient = Services.pipe(
  Layer.provideMerge(FreshDatabase(Effect.andThen(companies, notes))),
  Layer.provide(ServiceConfig.layerOf())
)

/** As a company's key. */
export const by = (company: number, mode: "live" | "test" = somebody.mode) =>
  Effect.provideService(Caller, { ...somebody, company_id: company as CompanyId, mode })

export const acme = by(1)

/** In one transaction. */
export const committed = <A, E, R>(change: Effect.Effect<A, E, R>) => Tenancy.use((tenancy) => tenancy.transaction(change))

/** What keeps runs from their end: where each stands, and the engine's messages for it. */
const left = Effect.fnUntraced(function*(ids: ReadonlyArray<RunId>) {
  const sql = yield* OwnerSql
  return yield* sql`
    select r.id, r.workflow, r.status, r.attempt, r.wake_at, now() as now, (
      select json_agg(json_build_array(m.entity_type, m.tag, m.shard_id, m.processed, m.last_read, m.deliver_at, p.payload)
        order by m.id)
      from engine.cluster_messages m left join engine.cluster_replies p on p.request_id = m.id
      where m.entity_id = r.company_id || '.' || r.id) as messages
    from workflow_runs r where r.id = any(${ids}::bigint[]) and r.finished_at is null order by r.id limit 5`
})

interface Seen {
  readonly id: RunId
  readonly status: string
  readonly attempt: number
  readonly result: unknown
}

/** Waits until all of the runs are what they should be, and gives them. */
export const until = (ids: ReadonlyArray<RunId>, what: string, ...statuses: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const sql = yield* OwnerSql
    return yield* sql<Seen>`
      select id, status, attempt, result from workflow_runs where id = any(${ids}::bigint[]) order by id`.pipe(
      Effect.repeat({
        until: (rows) => rows.every(({ status }) => statuses.includes(status)),
        schedule: Schedule.spaced("50 millis")
      }),
      Effect.timeoutOrElse({
        duration: "60 seconds",
        orElse: () => Effect.flatMap(left(ids), (left) =>
          Effect.die(new Error(`${what}: not ${statuses.join(" or ")} within a minute: ${JSON.stringify(left)}`)))
      })
    )
  })

/** Every note of the runs. */
export const notesOf = Effect.fnUntraced(function*(ids: ReadonlyArray<RunId>) {
  const sql = yield* OwnerSql
  return yield* sql<{ run_id: RunId; step: string; pid: number }>`
    select run_id, step, pid from test_notes where run_id = any(${ids}::bigint[]) order by run_id, step`
})
