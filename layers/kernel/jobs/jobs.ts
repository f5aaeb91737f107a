import { Effect, Layer, Schedule, Semaphore } from "effect"
import { expiring } from "../../categories.ts"
import { backlogsTold } from "./backlogs.ts"
import { backupsTold } from "./backups.ts"
import { failuresTold } from "./failures.ts"
import { keptNoLonger } from "./kept-no-longer.ts"
import { remains } from "./remains.ts"
import { secretsResealed } from "./reseal.ts"
import { benchmarksFollow } from "../../benchmarks/computation.ts"
import { scoresFollow } from "../../crm/scores-follow.ts"
import { JobsSql } from "../../database/connections.ts"
import { vectorsFollow } from "../../kb/vectors-follow.ts"
import { tellOfAbandonedCarts } from "../../shop/abandoned-carts.ts"
import { visitsFollow } from "../../analytics/visits-follow.ts"
import { emailFilesFollow } from "../../messages/email-files.ts"
import { unusedObjectsRemoved } from "../../website/unused-objects.ts"

const BATCH = 2_000

/** Jobs that no request waits for, at the same time. */
const AT_A_TIME = 2

/** Events of a replay that are taken at a time; as many may wait at its endpoint, so that news waits for no more. */
const REPLAYED = 500

/**
 * Work that crosses companies and that no request waits for. Each is safe to run on several processes at once, and a
 * crash leaves it for the next round.
 */
export const BackgroundJobs = Layer.effectDiscard(Effect.gen(function*() {
  const sql = yield* JobsSql

  /* People sign in over the same connections: what can wait takes few of them, though all of it is due at the same minute. */
  const seldom = yield* Semaphore.make(AT_A_TIME)

  const repeatedly = (name: string, every: string, batch: Effect.Effect<number, unknown>) =>
    (every === "1 second" ? batch : seldom.withPermits(1)(batch)).pipe(
      Effect.repeat({ while: (done) => done >= BATCH }),
      Effect.tapCause((cause) => Effect.logWarning(`${name}: will try again in ${every}`, cause)),
      Effect.exit,
      Effect.repeat(Schedule.spaced(every as "1 second")),
      Effect.forkScoped
    )

  const counting = (run: Effect.Effect<ReadonlyArray<{ readonly n: number }>, unknown>) => Effect.map(run, ([row]) => row!.n)

  yield* repeatedly("seal receipts", "1 second", counting(sql<{ n: number }>`select seal_receipts(${BATCH}) as n`))
  yield* repeatedly("forget which networks did something", "10 minutes", counting(sql<{ n: number }>`
    with keys as (delete from operator.mark_keys where day < (now() at time zone 'UTC')::date),
    old as (
      delete from operator.marks where ctid = any (array(
        select ctid from operator.marks where day < (now() at time zone 'UTC')::date limit ${BATCH}))
      returning 1)
    select count(*) as n from old`))
  yield* repeatedly("settle AI calls whose process died", "10 seconds", counting(sql<{ n: number }>`select settle_lost_ai_calls(${BATCH}) as n`))
  yield* repeatedly("remove what is left of erased people", "1 minute", yield* remains)
  yield* repeatedly("tell of carts that were left", "1 minute", yield* tellOfAbandonedCarts)
  yield* emailFilesFollow
  yield* failuresTold
  yield* backlogsTold
  yield* backupsTold
  yield* secretsResealed
  yield* scoresFollow
  yield* unusedObjectsRemoved
  yield* vectorsFollow
  yield* visitsFollow
  yield* benchmarksFollow
  yield* repeatedly("replay events", "1 second", Effect.map(
    counting(sql<{ n: number }>`select replay_events(${REPLAYED}) as n`),
    (moved) => moved > 0 ? BATCH : 0
  ))
  yield* repeatedly("forget files that nobody will read", "1 minute", counting(sql<{ n: number }>`
    with old as (
      delete from uploads u where not u.stored and (u.created_at < now() - interval '30 days'
        or exists (
          select from imports i join workflow_runs r on r.company_id = i.company_id and r.id = i.run_id
          where i.company_id = u.company_id and i.upload_id = u.id and r.finished_at is not null))
      returning 1)
    select count(*) as n from old`))
  /* Their receivers said nothing of them for several rounds. */
  yield* repeatedly("forget files that nobody receives any more", "10 seconds", counting(sql<{ n: number }>`
    with old as (
      delete from uploads where ctid = any (array(
        select ctid from uploads where not claimed and alive_at < now() - interval '40 seconds' limit ${BATCH}))
      returning 1)
    select count(*) as n from old`))
  for (const { table, every = "10 minutes", ...which } of expiring) {
    const when = "when" in which ? which.when : `${which.column} < now() - interval '${which.days} days'`
    yield* repeatedly(`forget old rows of ${table}`, every, counting(sql<{ n: number }>`
      with old as (
        delete from ${sql(table)} where ctid = any (array(select ctid from ${sql(table)} where ${sql.literal(when)} limit ${BATCH}))
        returning 1)
      select count(*) as n from old`))
  }
  for (const { batch, table } of keptNoLonger(sql, BATCH)) {
    yield* repeatedly(`forget rows of ${table} that companies keep no longer`, "1 hour", counting(batch))
  }
  yield* repeatedly("forget webhooks that were deleted", "1 hour", counting(sql<{ n: number }>`
    with old as (
      delete from webhooks w where w.deleted_at < now() - interval '1 day' and not exists (
        select from webhook_deliveries d where d.company_id = w.company_id and d.webhook_id = w.id)
      returning w.company_id, w.id),
    days as (delete from webhook_days d using old where d.company_id = old.company_id and d.webhook_id = old.id)
    select count(*) as n from old`))
}))
