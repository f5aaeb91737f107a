import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Claims tell why a delivery is made, as a receiver is told of a replay. A program that does not ask for it finds the other columns as
 * before. What a function returns cannot be replaced, so it is made again.
 */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`do $$
  declare claims text := pg_get_functiondef('claim_deliveries'::regproc);
  begin
    drop function claim_deliveries;
    execute replace(replace(claims, 'kind text, livemode', 'kind text, cause text, livemode'), 'p.kind, p.livemode', 'p.kind, d.cause, p.livemode');
  end $$`
})
