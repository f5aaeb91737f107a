import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Files that came with texts lie in the store. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* Media: [{url, type, state, bytes, problem}]. Prefix: of the keys of their objects, which are called by their numbers. */
  yield* sql`alter table sms_messages add column media_prefix text`
  yield* sql`create index sms_messages_media on sms_messages (company_id, media_prefix) where media_prefix is not null`
  yield* sql`grant update (media_prefix) on sms_messages to service_app`
  yield* sql`update sms_messages set media = (
      select jsonb_agg(m || '{"state": "failed", "bytes": null, "problem": "It came before files of texts were kept."}' order by n)
      from jsonb_array_elements(media) with ordinality e (m, n))
    where media <> '[]'`
})
