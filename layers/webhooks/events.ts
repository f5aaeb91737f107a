import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Input } from "#schemas/kernel/catalog"
import type { EventKind } from "#schemas/kernel/events"
import type { CompanyId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import type { list_events, ListedEvent } from "#schemas/webhooks/events.api"
import { inTenant } from "../kernel/sql.ts"
import { byId, orderOf, page } from "../kernel/page.ts"

/** An event as it is kept; `id` is its place among those of the company. */
export interface KeptEvent extends Pick<ListedEvent, "kind" | "livemode" | "request_id" | "created_at" | "data"> {
  readonly id: number
  readonly event_id: number
  readonly company_id: CompanyId
}

/** What happened in the caller's company, as far as its mode sees it. */
export class Events extends Context.Service<Events>()("layers/webhooks/Events", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const ofTenant = inTenant(sql)

    return {
      /** Those that have a number: one that is without may yet come before others that are seen already. */
      page: Effect.fnUntraced(function*(
        { after_sequence, created_since, created_until, kind: _, sort, ...paging }: Input<typeof list_events>, kinds: ReadonlyArray<EventKind>
      ) {
        const { mode } = yield* Caller
        return yield* page<KeptEvent>(sql, {
          from: sql`(select company_id, sequence as id, id as event_id, kind, livemode, request_id, created_at, data from events where sequence is not null) e`,
          columns: sql.literal("id, event_id, company_id, kind, livemode, request_id, created_at, data"),
          where: [
            ofTenant,
            sql`kind = any(${kinds}::text[])`,
            sql`(livemode = ${mode === "live"} or not is_mode_bound(kind))`,
            ...after_sequence === undefined ? [] : [sql`id > ${after_sequence}`],
            ...created_since === undefined ? [] : [
              sql`created_at >= ${created_since}`,
              /* Numbers follow time nearly: so that not all events before are looked at. */
              sql`id >= (select sequence_since(current_company(), ${created_since}::timestamptz))`
            ],
            ...created_until === undefined ? [] : [
              /* It is shown without its microseconds. */
              sql`created_at < ${created_until}::timestamptz + interval '1 millisecond'`
            ]
          ],
          order: orderOf({ sequence: byId }, sort),
          paging
        })
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Events, Events.make)
}
