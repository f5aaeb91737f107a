import { Effect, Option } from "effect"
import { ClusterError, type Envelope, type MessageStorage, ShardId } from "effect/cluster"
import { SqlClient } from "effect/sql"

interface Row {
  readonly id: string
  readonly shard_id: string
  readonly entity_type: string
  readonly entity_id: string
  readonly kind: number
  readonly tag: string
  readonly payload: string
  readonly headers: string
  readonly trace_id: string | null
  readonly span_id: string | null
  readonly sampled: boolean | null
  readonly request_id: string
}

type Unprocessed = MessageStorage.Encoded["unprocessedMessages"]
type Message = Effect.Success<ReturnType<Unprocessed>>[number]

const REQUEST = 0

const messageOf = ({ entity_id, entity_type, headers, id, kind, payload, request_id, sampled, shard_id, span_id, tag, trace_id }: Row): Message => {
  const address = { shardId: ShardId.fromStringEncoded(shard_id), entityType: entity_type, entityId: entity_id }
  const envelope: Envelope.Encoded = kind === REQUEST
    ? {
      _tag: "Request", requestId: id, address, tag, payload: JSON.parse(payload), headers: JSON.parse(headers),
      ...trace_id !== null && span_id !== null && { traceId: trace_id, spanId: span_id, sampled: sampled === true }
    }
    : { _tag: "Interrupt", id, requestId: request_id, address }
  return { envelope, lastSentReply: Option.none() }
}

/**
 * A message that was read and is not answered is read again after this long, and passed over if its run is at it: what a
 * process that died read in its last moment, too late to be given back, is late by no more. Effect's own is ten minutes.
 */
const READ_AGAIN = "15 seconds"

/** A poll that names no number takes so many. */
const MOST = 1_024

/** What time it is: the database says, so that a process whose clock is wrong fires no timer before its time. */
const NOW_MS = "(extract(epoch from now()) * 1000)::bigint"

/**
 * What was read by the process that had the shards before, and not answered, is to be read again. Effect's statement rewrites
 * everything that waits, also each timer of next year, whenever a shard changes hands; only what is due can have been read.
 */
export const unread = Effect.map(SqlClient.SqlClient, (sql): MessageStorage.Encoded["resetShards"] => (shardIds) =>
  sql`
    update cluster_messages set last_read = null where last_read is not null and not processed and id in (
      select id from cluster_messages where not processed and deliver_at is null and shard_id = any(${shardIds}::text[])
      union all
      select id from cluster_messages where not processed and shard_id = any(${shardIds}::text[])
        and deliver_at <= ${sql.literal(NOW_MS)})
  `.pipe(Effect.asVoid, ClusterError.PersistenceError.refail))

/**
 * What the engine asks each second, and after each message of its own: which messages wait. Effect's statement looks through
 * everything that waits, also for a timer of next year; this one reads an index of what is due. It hands out what is under way
 * before timers that come due, so that a burst of them is worked off run by run. Workflows stream nothing, so there are no
 * acknowledgements among the messages.
 */
export const unprocessedMessages = Effect.map(SqlClient.SqlClient, (sql) => (storage: MessageStorage.Encoded): Unprocessed =>
  (shardIds, now, options) =>
    options?.addresses !== undefined ? storage.unprocessedMessages(shardIds, now, options) : sql<Row>`
      with waiting as (
        (select id, rowid, false as timer from cluster_messages
          where not processed and deliver_at is null and shard_id = any(${shardIds}::text[])
            and (last_read is null or last_read < now() - ${READ_AGAIN}::interval)
          order by rowid limit ${options?.limit ?? MOST}::int)
        union all
        (select id, rowid, true from cluster_messages
          where not processed and deliver_at <= ${sql.literal(NOW_MS)} and shard_id = any(${shardIds}::text[])
            and (last_read is null or last_read < now() - ${READ_AGAIN}::interval)
          order by deliver_at limit ${options?.limit ?? MOST}::int)
        order by timer, rowid limit ${options?.limit ?? MOST}::int
      ),
      taken as (
        update cluster_messages m set last_read = now() from waiting w
        where m.id = w.id and not m.processed and (m.last_read is null or m.last_read < now() - ${READ_AGAIN}::interval)
        returning m.*
      )
      select id::text, shard_id, entity_type, entity_id, kind, tag, payload, headers, trace_id, span_id, sampled, request_id::text
      from taken order by deliver_at is not null, rowid
    `.pipe(Effect.map((rows) => rows.map(messageOf)), ClusterError.PersistenceError.refail))
