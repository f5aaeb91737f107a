import type { CountingCondition } from "#schemas/categories"
import { BIN_DAYS } from "#schemas/crm/bin"
import { category, type CountedRows, type TimelineSource } from "../kernel/category.ts"
import { personal } from "./personal.ts"
import { measures } from "./measures.ts"

const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const activities: TimelineSource = (sql, contact) => sql`
  select 'activity_' || id as id, kind, occurred_at as at, subject as title, 'activity' as object, id as object_id,
    jsonb_build_object('body', body, 'deal_id', deal_id, 'owner_id', owner_id, 'duration_minutes', duration_minutes) as data
  from activities where company_id = (select current_company()) and contact_id = ${contact} and deleted_at is null`

const dealMoves: TimelineSource = (sql, contact) => sql`
  select 'deal_move_' || m.id as id, case when m.from_stage is null then 'deal_created' else 'deal_moved' end as kind,
    m.moved_at as at, d.title, 'deal' as object, d.id as object_id, jsonb_build_object('from', m.from_stage, 'to', m.to_stage,
      'status', m.status, 'reason', m.reason, 'amount', d.amount, 'currency', d.currency) as data
  from deals d join deal_moves m on m.company_id = d.company_id and m.deal_id = d.id
  where d.company_id = (select current_company()) and d.contact_id = ${contact} and d.deleted_at is null`

const completedTasks: TimelineSource = (sql, contact) => sql`
  select 'task_' || id as id, 'task_completed' as kind, completed_at as at, title, 'task' as object, id as object_id,
    jsonb_build_object('notes', notes, 'due_at', ${sql.literal(iso("due_at"))}, 'deal_id', deal_id, 'assignee_id', assignee_id) as data
  from tasks where company_id = (select current_company()) and contact_id = ${contact} and deleted_at is null
    and completed_at is not null`

const countedActivities: CountedRows<CountingCondition<"activities">> = {
  rows: (sql, { kind }) => sql`activities a where a.company_id = contacts.company_id and a.contact_id = contacts.id and a.deleted_at is null
    ${kind === undefined ? sql.literal("") : sql`and a.kind = ${kind}`}`,
  moment: "a.occurred_at"
}

const countedDeals: CountedRows<CountingCondition<"deals">> = {
  rows: (sql, { status }) => sql`deals d where d.company_id = contacts.company_id and d.contact_id = contacts.id and d.deleted_at is null
    ${status === undefined ? sql.literal("") : sql`and d.status = ${status}`}`,
  moment: "d.created_at"
}

export const crm = category({
  measures,
  timeline: [activities, dealMoves, completedTasks],
  conditions: { activities: countedActivities, deals: countedDeals },
  references: {
    contact_id: { table: "contacts", noun: "contact", deleted: "deleted_at", locked: true },
    deal_id: { table: "deals", noun: "deal", deleted: "deleted_at", locked: true },
    organization_id: { table: "organizations", noun: "company", deleted: "deleted_at", locked: true },
    pipeline_id: { table: "pipelines", noun: "pipeline", deleted: "deleted_at", locked: true }
  },
  personal,
  expiring: [
    { table: "deals", column: "deleted_at", days: BIN_DAYS, every: "1 hour" },
    { table: "contacts", column: "deleted_at", days: BIN_DAYS, every: "1 hour" },
    { table: "contact_merges", column: "created_at", days: 31 },
    { table: "import_rejects", column: "created_at", days: 30 }
  ]
})
