import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** People answer in conversations that were handed over to them; `author_id` tells who. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table ai_messages add author_id bigint, drop constraint ai_messages_role_check,
    add constraint ai_messages_role_check check (role in ('user', 'assistant', 'person')),
    add foreign key (company_id, author_id) references users`
  yield* sql`grant insert (author_id) on ai_messages to service_app`
})
