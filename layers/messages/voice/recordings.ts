import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { CallId, CallRecordingId } from "#schemas/messages/voice/ids"
import { type CallRecording, callRecording } from "#schemas/messages/voice/recording"
import { recordChange } from "../../kernel/receipts/change-log.ts"
import { repository } from "../../kernel/repository.ts"
import { execute, first } from "../../kernel/sql.ts"

/** What was recorded of calls of the caller's company, in the caller's mode. */
export class CallRecordings extends Context.Service<CallRecordings>()("layers/messages/CallRecordings", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const recordings = yield* repository(callRecording, {
      table: "call_recordings",
      noun: "recording",
      counted: true,
      computed: { url: "'/api/v1/voice/recordings/' || id || '/content'" },
      internal: { provider: Schema.String, provider_id: Schema.String, prefix: Schema.NullOr(Schema.String) }
    })
    const { columns, inTenant, table } = recordings.sql
    return {
      ...recordings,
      ofCall: (id: CallId) => Effect.orDie(sql<CallRecording>`select ${columns} from ${table} where ${inTenant} and call_id = ${id} order by id`),
      /** The one that the provider calls so, locked. */
      named: (provider: string, name: string) =>
        first(sql<CallRecording>`select ${columns} from ${table} where ${inTenant} and provider = ${provider} and provider_id = ${name} for update`),
      setPrefix: (id: CallRecordingId, prefix: string) => execute(sql`update ${table} set prefix = ${prefix} where ${inTenant} and id = ${id}`),
      /** For good. What it has in the store is removed by a background job. */
      delete: Effect.fnUntraced(function*(before: CallRecording) {
        yield* execute(sql`delete from ${table} where ${inTenant} and id = ${before.id}`)
        yield* recordChange({ object: callRecording.object, id: before.id, before, after: null })
      })
    }
  })
}) {
  static readonly layer = Layer.effect(CallRecordings, CallRecordings.make)
}
