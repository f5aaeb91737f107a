import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { rowsFor } from "./insert-shop.ts"
import type { Story } from "./story.ts"
import { members } from "./words.ts"

interface Target {
  readonly company_id: number
  readonly pipeline_id: number
  /** Who is said to have moved the deals. */
  readonly key_id: number
}

/** Puts the story into the tables of one company, a statement or two for each. As the database's owner, in a transaction. */
export const insertStory = Effect.fnUntraced(function*(story: Story, { company_id, key_id, pipeline_id }: Target) {
  const sql = yield* SqlClient.SqlClient

  const { numbered, text } = yield* rowsFor
  const ago = (column: string) => sql.literal(`now() - make_interval(days => ${column}, mins => (r.n * 37) % 540)`)

  const at = (rows: ReadonlyArray<{ readonly id: number }>, n: number | null) => n === null ? null : rows[n]!.id

  const users = yield* numbered("users", members)
  yield* sql`
    insert into users (company_id, id, email, name, role) overriding system value
    select ${company_id}, r.id, r.local || '@juniper-vale.example', r.name, r.role
    from jsonb_to_recordset(${text(users)}) r (id bigint, local text, name text, role text)`

  const organizations = yield* numbered("organizations", story.organizations)
  yield* sql`
    insert into organizations (company_id, id, name, domain, phone, address, created_at, updated_at) overriding system value
    select ${company_id}, r.id, r.name, r.domain, r.phone, r.address, ${ago("age")}, ${ago("age")}
    from jsonb_to_recordset(${text(organizations)}) r (n int, id bigint, name text, domain text, phone text, address text, age int)`

  const contacts = (yield* numbered("contacts", story.contacts)).map((contact) => ({
    ...contact,
    organization_id: at(organizations, contact.organization),
    owner_id: at(users, contact.owner)
  }))
  yield* sql`
    insert into contacts (company_id, id, first_name, last_name, email, phone, organization_id, company_name, owner_id, tags,
      notes, source, created_at, updated_at) overriding system value
    select ${company_id}, r.id, r.first_name, r.last_name, r.email, r.phone, r.organization_id, r.company_name, r.owner_id, r.tags,
      r.notes, r.source, ${ago("age")}, ${ago("age")}
    from jsonb_to_recordset(${text(contacts)}) r (n int, id bigint, first_name text, last_name text, email text, phone text,
      organization_id bigint, company_name text, owner_id bigint, tags text[], notes text, source text, age int)`

  const deals = (yield* numbered("deals", story.deals)).map((deal) => ({
    ...deal,
    contact_id: at(contacts, deal.contact),
    organization_id: at(organizations, deal.organization),
    owner_id: at(users, deal.owner)
  }))
  yield* sql`
    insert into deals (company_id, id, title, pipeline_id, stage, status, amount, currency, contact_id, organization_id, owner_id,
      expected_close, lost_reason, closed_at, stage_since, version, created_at, updated_at) overriding system value
    select ${company_id}, r.id, r.title, ${pipeline_id}, r.stage, r.status, r.amount, 'USD', r.contact_id, r.organization_id,
      r.owner_id, current_date + r.closes, r.lost_reason, case when r.status <> 'open' then ${ago("since")} end,
      ${ago("since")}, r.version, ${ago("age")}, ${ago("since")}
    from jsonb_to_recordset(${text(deals)}) r (n int, id bigint, title text, stage text, status text, amount bigint,
      contact_id bigint, organization_id bigint, owner_id bigint, closes int, lost_reason text, version int, age int, since int)`

  const moves = deals.flatMap(({ id, moves, n }) => moves.map((move) => ({ ...move, n, deal_id: id })))
  yield* sql`
    insert into deal_moves (company_id, deal_id, pipeline_id, from_stage_id, from_stage, to_stage_id, to_stage, status, reason,
      key_id, moved_at)
    select ${company_id}, r.deal_id, ${pipeline_id}, f.id, r."from", t.id, r."to", r.status, r.reason, ${key_id}, ${ago("age")}
    from jsonb_to_recordset(${text(moves)}) r (n int, deal_id bigint, "from" text, "to" text, status text, reason text, age int)
    join pipeline_stages t on t.company_id = ${company_id} and t.pipeline_id = ${pipeline_id} and t.name = r."to"
    left join pipeline_stages f on f.company_id = ${company_id} and f.pipeline_id = ${pipeline_id} and f.name = r."from"
    order by r.age desc`

  const activities = story.activities.map((activity) => ({
    ...activity,
    contact_id: at(contacts, activity.contact),
    deal_id: at(deals, activity.deal),
    owner_id: at(users, activity.owner)
  }))
  yield* sql`
    insert into activities (company_id, kind, subject, contact_id, deal_id, owner_id, duration_minutes, occurred_at, created_at)
    select ${company_id}, r.kind, r.subject, r.contact_id, r.deal_id, r.owner_id, r.duration_minutes, ${ago("age")}, ${ago("age")}
    from jsonb_to_recordset(${text(activities)}) r (n int, kind text, subject text, contact_id bigint, deal_id bigint,
      owner_id bigint, duration_minutes int, age int)`

  const tasks = story.tasks.map((task) => ({
    ...task,
    contact_id: at(contacts, task.contact),
    deal_id: at(deals, task.deal),
    assignee_id: at(users, task.assignee)
  }))
  yield* sql`
    insert into tasks (company_id, title, status, due_at, assignee_id, contact_id, deal_id, completed_at, version, created_at, updated_at)
    select ${company_id}, r.title, case when r.done then 'completed' else 'open' end,
      date_trunc('hour', now()) + make_interval(days => r.due), r.assignee_id, r.contact_id, r.deal_id,
      case when r.done then date_trunc('hour', now()) + make_interval(days => r.due) end, case when r.done then 2 else 1 end,
      ${ago("age")}, case when r.done then date_trunc('hour', now()) + make_interval(days => r.due) else ${ago("age")} end
    from jsonb_to_recordset(${text(tasks)}) r (n int, title text, assignee_id bigint, contact_id bigint, deal_id bigint, done boolean,
      due int, age int)`
  return { contacts }
})
