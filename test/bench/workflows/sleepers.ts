import { Effect, Hash } from "effect"
import { SqlClient } from "effect/sql"

const SHARDS = 16
const BATCH = 5_000

/** Columns of the engine's message, all but those that tell one run from another. */
interface Message {
  readonly id: string
  readonly entity_type: string
  readonly message_id: string
}

/** Where the engine looks for a run. */
const shardOf = (entity: string) => `bench.asleep.v1:${Math.abs(Hash.string(entity) % SHARDS) + 1}`

/**
 * Puts `count` sleeping runs beside the one that the engine made (`run`), each a copy of all its rows under another id, due at
 * `at` (epoch milliseconds). As starting so many takes minutes and tells nothing about those that sleep.
 */
export const multiply = Effect.fnUntraced(function*(run: number, count: number, at: number) {
  const sql = yield* SqlClient.SqlClient
  const messages = yield* sql<Message>`
    select id::text, entity_type, message_id from engine.cluster_messages where entity_id = ${`1.${run}`}`
  for (let made = 0; made < count; made += BATCH) {
    const size = Math.min(BATCH, count - made)
    const rows = yield* sql<{ id: number }>`
      insert into workflow_runs (company_id, workflow, version, payload, payload_hash, origin, livemode, status, attempt, wake_at, started_at)
      select company_id, workflow, version, payload, payload_hash, origin, livemode, status, attempt, to_timestamp(${at / 1_000}), started_at
      from workflow_runs cross join generate_series(1, ${size}::int) where id = ${run} returning id`
    const entities = rows.map(({ id }) => `1.${id}`)
    for (const [index, message] of messages.entries()) {
      const first = BigInt(message.id) + BigInt(made + 1) * 10n + BigInt(index)
      const ids = rows.map((_, n) => String(first + BigInt(n) * 10n))
      yield* sql`
        insert into engine.cluster_messages (id, message_id, shard_id, entity_type, entity_id, kind, tag, payload, headers, trace_id, span_id,
          sampled, processed, request_id, last_reply_id, deliver_at)
        select c.id::bigint, replace(m.message_id, ${`/1.${run}/`}, '/' || c.entity || '/'), c.shard, m.entity_type, c.entity, m.kind, m.tag, m.payload, m.headers,
          m.trace_id, m.span_id, m.sampled, m.processed, c.id::bigint, case when m.last_reply_id is null then null else c.id::bigint + 5 end,
          case when m.deliver_at is null then null else ${at}::bigint end
        from engine.cluster_messages m
        cross join unnest(${ids}::text[], ${entities}::text[], ${entities.map(shardOf)}::text[]) as c (id, entity, shard)
        where m.id = ${message.id}::bigint`
      yield* sql`
        insert into engine.cluster_replies (id, kind, request_id, payload)
        select c.id::bigint + 5, r.kind, c.id::bigint, r.payload from engine.cluster_replies r cross join unnest(${ids}::text[]) as c (id)
        where r.request_id = ${message.id}::bigint`
    }
  }
  yield* sql`analyze`
})
