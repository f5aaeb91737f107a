import { Context, Effect, Layer } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import type { ContactId } from "#schemas/crm/contact"
import type { TimelineItem } from "#schemas/crm/timeline"
import type { Paging } from "#schemas/kernel/paging"
import { timelineSources } from "../categories.ts"
import { page } from "../kernel/page.ts"

/** What happened with a contact, from every table that knows of it. */
export class Timeline extends Context.Service<Timeline>()("layers/crm/Timeline", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return {
      page: (contact: ContactId, paging: Paging) =>
        page<TimelineItem>(sql, {
          from: sql`(${timelineSources.map((source) => source(sql, contact)).reduce((all, one) => sql`${all} union all ${one}`)}) timeline`,
          columns: sql.literal("*"),
          id: "text",
          where: [],
          order: { column: "at", type: "timestamptz", descending: true },
          paging
        }).pipe(Effect.catchIf(SqlError.isSqlError, Effect.die))
    }
  })
}) {
  static readonly layer = Layer.effect(Timeline, Timeline.make)
}
