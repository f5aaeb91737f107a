import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Change } from "#schemas/kernel/events"
import { Caller } from "#schemas/kernel/tenancy"
import { LONG, referenceTo } from "./contents.ts"
import { CurrentChanges, ChangeLog } from "../kernel/receipts/change-log.ts"
import { orDieSql } from "../kernel/sql.ts"
import { Tenancy } from "../kernel/tenancy.ts"
import { type Statement, TransactionEnvelope } from "../kernel/transaction.ts"

/** Names the receipt and the events that go with it, if any do: all are parts of one statement, `s0` and `s1`. */
const insertWrite = (logged = 0) => `insert into workflow_writes (company_id, run_id, step, result, receipt_id, event_ids)
  values ($1, $2, $3, $4::jsonb, ${logged > 0 ? "(select id from s0)" : "null"}, ${logged > 1 ? "array(select id from s1)" : "null"})`

/** One write of a run. */
export interface RunWrite {
  readonly run_id: number
  readonly step: string
  /** For the receipt; without one there is none, as where a run only says something of itself. */
  readonly verb: string | undefined
  readonly payloadHash: Uint8Array
}

/** Writes of runs. The engine may tell a run to do a step again, after a crash; its write happens once. */
export class Writes extends Context.Service<Writes>()("layers/workflows/Writes", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const journal = yield* ChangeLog
    const tenancy = yield* Tenancy

    return {
      /**
       * Work in one transaction of the run's company, together with its receipt, its events and its result, which is JSON and is
       * what a repetition gets instead of doing the work.
       */
      once: <E, R>({ payloadHash, run_id, step, verb }: RunWrite, work: Effect.Effect<unknown, E, R>) => Effect.suspend(() => {
        /* A repetition begins with nothing to send. */
        const batches = new TransactionEnvelope(true)
        return tenancy.transaction(Effect.gen(function*() {
          const { company_id } = yield* Caller
          const [earlier] = yield* sql<{ result: unknown }>`
            select whole_content(${company_id}::bigint, ${run_id}::bigint, result) as result from claim_write(${company_id}::bigint, ${run_id}::bigint, ${step})`
          if (earlier !== undefined) return earlier.result
          const changes: Array<Change> = []
          const result = yield* Effect.provideService(work, CurrentChanges, changes)
          const logged = verb === undefined ? undefined : yield* journal.entries({ verb, payloadHash, changes, consent: undefined })
          const json = JSON.stringify(result ?? null)
          const place = `write/${step}`
          if (json.length > LONG) {
            yield* sql`insert into workflow_contents (company_id, run_id, place, body) values (${company_id}, ${run_id}, ${place}, ${json}::jsonb)`
          }
          batches.closing.push(
            ...(logged ?? []).map(([statement, values]): Statement => [`${statement} returning id`, values]),
            [insertWrite(logged?.length), [company_id, run_id, step, json.length > LONG ? JSON.stringify(referenceTo(place)) : json]]
          )
          return result
        }), batches).pipe(orDieSql) as Effect.Effect<unknown, E, R | Caller>
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Writes, Writes.make)
}
