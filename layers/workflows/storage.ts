import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Effect, Layer, Option } from "effect"
import { ClusterError, MessageStorage, type Reply, Snowflake, SqlMessageStorage } from "effect/cluster"
import { SqlClient } from "effect/sql"
import { split, wholes } from "./contents.ts"
import { Definitions, limitsOf } from "./definitions.ts"
import { unprocessedMessages, unread } from "./message-store.ts"
import { EngineSql } from "./engine-sql.ts"
import { textOf } from "./json-text.ts"
import { Pauses } from "./pauses.ts"
import { retryStorageOutages } from "./retry.ts"
import { Reads } from "./reads.ts"
import { StepCache } from "./step-cache.ts"
import { ShardLocks } from "./shard-numbers.ts"
import { TestClocks } from "./test-clocks.ts"

/**
 * Effect's storage, with its two commonest transactions as one statement each: a reply with its request's mark (instead of
 * four messages) and the reset of a reply (instead of four). The same rows change, and change together; a reset also keeps to the
 * limits of concurrency.
 *
 * What can be done twice is done again when the database was away: what fails here while a run goes on fails the run.
 */
const encoded = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const storage = yield* SqlMessageStorage.makeEncodedStorage()
  const { taking } = yield* Reads
  const unprocessed = (yield* unprocessedMessages)(storage)
  const resetShards = yield* unread
  const steps = yield* StepCache
  const pauses = yield* Pauses
  const { replied } = yield* TestClocks
  const limits = limitsOf(yield* Definitions)
  const whole = wholes(sql)
  /* A long result is kept apart, once: where a write keeps it, or the signal that brings it, or else under the name of its request. */
  const saving = (reply: Extract<Reply.Encoded, { readonly _tag: "WithExit" }>) => {
    const text = textOf(reply.exit)
    const long = split(reply.exit, text)
    const rests = sql.literal(`exists (select from workflow_runs r where r.pause = 'asked' and r.status = 'running') or exists (
      select from workflow_pauses p join workflow_runs r on r.workflow = p.workflow and r.company_id = p.company_id and r.livemode = p.livemode
      where r.status = 'running' and r.cancel_requested_at is null) as rests`)
    const marked = sql`marked as (
      update cluster_messages set processed = true, last_reply_id = ${reply.id}::bigint where request_id = ${reply.requestId}::bigint)`
    return long === undefined ? sql<{ rests: boolean }>`
      with ${marked}
      insert into cluster_replies (id, kind, request_id, payload) values (${reply.id}::bigint, 0, ${reply.requestId}::bigint, ${text})
      on conflict (id) do nothing
      returning ${rests}` : sql<{ rests: boolean }>`
      with ${marked},
      message as (
        select m.id, m.tag, m.payload::jsonb as payload, split_part(m.entity_id, '.', 1)::bigint as company, split_part(m.entity_id, '.', 2)::bigint as run
        from cluster_messages m where m.id = ${reply.requestId}::bigint),
      placed as (
        select m.*, coalesce(
          (select w.result ->> '$apart' from workflow_writes w where m.tag = 'activity' and w.company_id = m.company and w.run_id = m.run and w.step = m.payload ->> 'name'),
          case when m.tag = 'deferred' then m.payload #>> '{exit,value,$apart}' when m.tag = 'run' then 'result' end, 'step/' || m.id) as place from message m),
      kept as (
        insert into workflow_contents (company_id, run_id, place, body) select p.company, p.run, p.place, ${long.body}::jsonb from placed p
        on conflict (company_id, run_id, place) do update set body = excluded.body)
      insert into cluster_replies (id, kind, request_id, payload)
      select ${reply.id}::bigint, 0, p.id, jsonb_set(${long.shell}::jsonb, ${[...long.path]}::text[], jsonb_build_object('$apart', p.place))::text from placed p
      on conflict (id) do nothing
      returning ${rests}`
  }
  /* A transaction that lost its connection is lost; who began it begins it again. */
  const again = <A>(work: Effect.Effect<A, ClusterError.PersistenceError>) =>
    Effect.flatMap(Effect.serviceOption(sql.transactionService), Option.match({ onNone: () => retryStorageOutages(work), onSome: () => work }))
  return {
    ...storage,
    /* Without a key a second one would be another message. */
    saveEnvelope: (message) =>
      message.primaryKey === null ? storage.saveEnvelope(message) : steps.saving(message, again(Effect.flatMap(storage.saveEnvelope(message), whole.saved))),
    requestIdForPrimaryKey: (key) => again(storage.requestIdForPrimaryKey(key)),
    repliesFor: (requests) => again(Effect.flatMap(storage.repliesFor(requests), whole.replies)),
    repliesForUnfiltered: (requests) => again(Effect.flatMap(storage.repliesForUnfiltered(requests), whole.replies)),
    unprocessedMessagesById: (ids, now) => again(Effect.flatMap(storage.unprocessedMessagesById(ids, now), whole.messages)),
    resetShards,
    unprocessedMessages: (shards, now, options) => taking(Effect.flatMap(unprocessed(shards, now, options), whole.messages), resetShards(shards)),
    /* It is in the way of itself when the answer to the first attempt was lost. A run whose reply is not kept waits for ever. */
    saveReply: (reply) =>
      again(reply._tag === "Chunk" ? storage.saveReply(reply) : saving(reply).pipe(
        /* Whoever was asked to rest while a step was under way begins no other. */
        Effect.tap(([row]) => row?.rests === true ? pauses.look(sql) : Effect.void),
        Effect.andThen(Effect.suspend(() => steps.replied(reply) ? Effect.void : replied)),
        ClusterError.PersistenceError.refail
      )),
    /* Only to wake a run, which then begins or, without a place within its limits, waits for one in the queue. */
    clearReplies: (requestId, options) =>
      again(options?.expectedReplyId === undefined ? storage.clearReplies(requestId, options) : sql`
        select from resume_run(${String(requestId)}::bigint, ${String(options.expectedReplyId)}::bigint, ${limits}::jsonb)
      `.pipe(Effect.asVoid, ClusterError.PersistenceError.refail))
  } satisfies MessageStorage.Encoded
})

const Messages = Layer.effect(MessageStorage.MessageStorage, Effect.flatMap(encoded, MessageStorage.makeEncoded)).pipe(
  Layer.provide(Snowflake.layerGenerator)
)

/** Where the engine keeps its messages, its replies and who holds which shard. */
export const Storage = Layer.merge(Messages, ShardLocks).pipe(
  Layer.provide([Layer.effect(SqlClient.SqlClient, EngineSql), NodeCrypto.layerDigest, Reads.layer])
)
