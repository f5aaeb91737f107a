import { type Measured, shareOf, withPerson } from "../kernel/measures.ts"

export const measures: Pick<Measured, "contacts" | "deals" | "tasks" | "activities"> = {
  contacts: {
    from: `contacts r ${withPerson("r.owner_id")}`,
    where: "r.deleted_at is null",
    dimensions: { contact_source: "r.source", contact_owner: "u.name" },
    measures: { new_contacts: { value: "count(*)", at: "r.created_at" } }
  },
  deals: {
    from: `deals r left join pipelines p on p.company_id = r.company_id and p.id = r.pipeline_id
      left join contacts c on c.company_id = r.company_id and c.id = r.contact_id ${withPerson("r.owner_id")}`,
    where: "r.deleted_at is null",
    dimensions: {
      deal_pipeline: "p.name", deal_stage: "r.stage", deal_status: "r.status", deal_owner: "u.name", deal_source: "c.source",
      lost_reason: "r.lost_reason", currency: "r.currency"
    },
    measures: {
      new_deals: { value: "count(*)", at: "r.created_at" },
      new_deal_amount: { value: "sum(r.amount)", at: "r.created_at" },
      won_deals: { value: "count(*)", at: "r.closed_at", where: "r.status = 'won'" },
      won_amount: { value: "sum(r.amount)", at: "r.closed_at", where: "r.status = 'won'" },
      average_won_amount: { value: "round(avg(r.amount))", at: "r.closed_at", where: "r.status = 'won'" },
      lost_deals: { value: "count(*)", at: "r.closed_at", where: "r.status = 'lost'" },
      win_rate: { value: shareOf("r.status = 'won'"), at: "r.closed_at", where: "r.status <> 'open'" },
      days_to_win: { value: "round(avg(extract(epoch from r.closed_at - r.created_at)) / 86400, 2)", at: "r.closed_at", where: "r.status = 'won'" }
    }
  },
  tasks: {
    from: `tasks r ${withPerson("r.assignee_id")}`,
    where: "r.deleted_at is null",
    dimensions: { task_assignee: "u.name", task_status: "r.status" },
    measures: {
      new_tasks: { value: "count(*)", at: "r.created_at" },
      due_tasks: { value: "count(*)", at: "r.due_at" },
      completed_tasks: { value: "count(*)", at: "r.completed_at" }
    }
  },
  activities: {
    from: `activities r ${withPerson("r.owner_id")}`,
    where: "r.deleted_at is null",
    dimensions: { activity_kind: "r.kind", activity_owner: "u.name" },
    measures: {
      activities: { value: "count(*)", at: "r.occurred_at" },
      activity_minutes: { value: "sum(r.duration_minutes)", at: "r.occurred_at" }
    }
  }
}
