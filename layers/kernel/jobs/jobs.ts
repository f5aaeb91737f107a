import { Effect, Layer, Schedule, Semaphore } from "effect"
import { failuresTold } from "./failures.ts"
import { benchmarksFollow } from "../../benchmarks/computation.ts"
import { scoresFollow } from "../../crm/scores-follow.ts"
import { JobsSql } from "../../database/connections.ts"
import { KNOWN_DAYS } from "../../auth/throttle.ts"
import { CLIENT_DAYS } from "../../oauth/clients.ts"

const BATCH = 2_000

/** BackgroundJobs that no request waits for even later, at the same time. */
const AT_A_TIME = 2

/** Events of a replay that are taken at a time; as many may wait at its endpoint, so that news waits for no more. */
const REPLAYED = 500

/**
 * How long what webhooks, merges, imports and calls of models leave behind is kept, in days. Events outlive the thirty days for
 * which they can be replayed by the day that a delivery may take.
 */
export const kept = [
  ["events", "created_at", 32],
  ["webhook_deliveries", "created_at", 30],
  ["webhook_replays", "created_at", 30],
  ["webhook_days", "day", 90],
  ["contact_merges", "created_at", 31],
  ["import_rejects", "created_at", 30],
  ["ai_reservations", "expires_at", 1]
] as const

/** What nobody can sign in with any more, or is counted for no longer. What a token opened is in receipts. */
const over = [
  ["identity.throttles", "since < now() - interval '1 day'"],
  ["identity.known_networks", `last_at < now() - interval '${KNOWN_DAYS} days'`],
  ["identity.mail_tokens", "expires_at < now() - interval '1 day'"],
  ["identity.signing_keys", "retired_at < now() - interval '1 day'"],
  ["identity.oauth_records", "expires_at < now()"],
  ["identity.oauth_clients", `used_at < now() - interval '${CLIENT_DAYS} days' and not exists (
    select from oauth_grants g join api_keys k on k.company_id = g.company_id and k.id = g.key_id
    where g.client_id = oauth_clients.client_id and k.revoked_at is null and k.expires_at > now())`],
  ["install_tokens", "expires_at < now() - interval '30 days'"],
  ["sessions", `exists (select from api_keys k where k.company_id = sessions.company_id and k.id = sessions.key_id
    and least(k.revoked_at, k.expires_at) < now() - interval '30 days')`]
] as const

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
  yield* repeatedly("forget idempotency keys", "10 minutes", counting(sql<{ n: number }>`
    with old as (
      delete from idempotency_keys where ctid = any (array(
        select ctid from idempotency_keys where created_at < now() - interval '24 hours' limit ${BATCH}))
      returning 1)
    select count(*) as n from old`))
  yield* repeatedly("forget sessions that ended", "1 hour", counting(sql<{ n: number }>`
    with old as (
      delete from dashboard_sessions where ctid = any (array(
        select ctid from dashboard_sessions where expires_at < now() limit ${BATCH}))
      returning 1)
    select count(*) as n from old`))
  yield* repeatedly("forget which networks did something", "10 minutes", counting(sql<{ n: number }>`
    with keys as (delete from operator.mark_keys where day < (now() at time zone 'UTC')::date),
    old as (
      delete from operator.marks where ctid = any (array(
        select ctid from operator.marks where day < (now() at time zone 'UTC')::date limit ${BATCH}))
      returning 1)
    select count(*) as n from old`))
  yield* failuresTold
  yield* scoresFollow
  yield* benchmarksFollow
  for (const table of ["deals", "contacts"]) {
    yield* repeatedly(`empty the bin of ${table}`, "1 hour", counting(sql<{ n: number }>`
      with old as (
        delete from ${sql(table)} where ctid = any (array(
          select ctid from ${sql(table)} where deleted_at < now() - interval '30 days' limit ${BATCH}))
        returning 1)
      select count(*) as n from old`))
  }
  yield* repeatedly("replay events", "1 second", Effect.map(
    counting(sql<{ n: number }>`select replay_events(${REPLAYED}) as n`),
    (moved) => moved > 0 ? BATCH : 0
  ))
  yield* repeatedly("forget files that nobody will read", "1 minute", counting(sql<{ n: number }>`
    with old as (
      delete from uploads u where u.created_at < now() - interval '30 days'
        or (not u.claimed and u.created_at < now() - interval '1 hour')
        or exists (
          select from imports i join workflow_runs r on r.company_id = i.company_id and r.id = i.run_id
          where i.company_id = u.company_id and i.upload_id = u.id and r.finished_at is not null)
      returning 1)
    select count(*) as n from old`))
  for (const [table, age, days] of kept) {
    yield* repeatedly(`forget old rows of ${table}`, "10 minutes", counting(sql<{ n: number }>`
      with old as (
        delete from ${sql(table)} where ctid = any (array(
          select ctid from ${sql(table)} where ${sql(age)} < now() - ${`${days} days`}::interval limit ${BATCH}))
        returning 1)
      select count(*) as n from old`))
  }
  for (const [table, which] of over) {
    yield* repeatedly(`forget old rows of ${table}`, "10 minutes", counting(sql<{ n: number }>`
      with old as (
        delete from ${sql(table)} where ctid = any (array(select ctid from ${sql(table)} where ${sql.literal(which)} limit ${BATCH}))
        returning 1)
      select count(*) as n from old`))
  }
  yield* repeatedly("forget webhooks that were deleted", "1 hour", counting(sql<{ n: number }>`
    with old as (
      delete from webhooks w where w.deleted_at < now() - interval '1 day' and not exists (
        select from webhook_deliveries d where d.company_id = w.company_id and d.webhook_id = w.id)
      returning w.company_id, w.id),
    days as (delete from webhook_days d using old where d.company_id = old.company_id and d.webhook_id = old.id)
    select count(*) as n from old`))
}))
