import { Context, Effect, Layer } from "effect"
import { SqlClient, SqlError, type Statement } from "effect/sql"
import type { ContactId } from "#schemas/crm/contact"
import type { TimelineItem } from "#schemas/crm/timeline"
import type { ValidationError } from "#schemas/kernel/errors"
import type { Listed, Paging } from "#schemas/kernel/paging"
import { type Order, page } from "../page.ts"

const newestFirst: Order = { column: "at", type: "timestamptz", descending: true }

/** One table's share of a contact's timeline: a select of `id` (text), `kind`, `at`, `title`, `object`, `object_id`, `data` (jsonb). */
type Source = (sql: SqlClient.SqlClient, contact: ContactId) => Statement.Fragment

const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const activities: Source = (sql, contact) => sql`
  select 'activity_' || id as id, kind, occurred_at as at, subject as title, 'activity' as object, id as object_id,
    jsonb_build_object('body', body, 'deal_id', deal_id, 'owner_id', owner_id, 'duration_minutes', duration_minutes) as data
  from activities where company_id = (select current_company()) and contact_id = ${contact} and deleted_at is null`

const dealMoves: Source = (sql, contact) => sql`
  select 'deal_move_' || m.id, case when m.from_stage is null then 'deal_created' else 'deal_moved' end, m.moved_at, d.title,
    'deal', d.id, jsonb_build_object('from', m.from_stage, 'to', m.to_stage, 'status', m.status, 'reason', m.reason,
      'amount', d.amount, 'currency', d.currency)
  from deals d join deal_moves m on m.company_id = d.company_id and m.deal_id = d.id
  where d.company_id = (select current_company()) and d.contact_id = ${contact} and d.deleted_at is null`

const completedTasks: Source = (sql, contact) => sql`
  select 'task_' || id, 'task_completed', completed_at, title, 'task', id,
    jsonb_build_object('notes', notes, 'due_at', ${sql.literal(iso("due_at"))}, 'deal_id', deal_id, 'assignee_id', assignee_id)
  from tasks where company_id = (select current_company()) and contact_id = ${contact} and deleted_at is null
    and completed_at is not null`

/** What a contact's timeline is made of. The first names the columns. */
const sources: ReadonlyArray<Source> = [activities, dealMoves, completedTasks]

/** What happened with a contact, from every table that knows of it. */
export class Timeline extends Context.Service<Timeline, {
  readonly page: (contact: ContactId, paging: Paging) => Effect.Effect<Listed<TimelineItem>, ValidationError>
}>()("layers/crm/Timeline") {
  static readonly layer = Layer.effect(Timeline, Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const union = (contact: ContactId) =>
      sources.map((source) => source(sql, contact)).reduce((all, source) => sql`${all} union all ${source}`)
    return Timeline.of({
      page: (contact, paging) =>
        page<TimelineItem>(sql, {
          from: sql`(${union(contact)}) timeline`,
          columns: sql.literal("*"),
          id: "text",
          where: [],
          order: newestFirst,
          paging
        }).pipe(Effect.catchIf(SqlError.isSqlError, Effect.die))
    })
  }))
}
