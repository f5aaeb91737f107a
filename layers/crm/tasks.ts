import { Context, Effect, Layer, Option } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import type { ContactId } from "#schemas/crm/contact"
import type { DealId } from "#schemas/crm/deal"
import type { NewTask, Task, TaskChanges, TaskId, TaskSort, TaskStatus } from "#schemas/crm/task"
import type { ValidationError } from "#schemas/kernel/errors"
import type { UserId } from "#schemas/kernel/ids"
import type { Listed, Paging } from "#schemas/kernel/paging"
import { Caller } from "#schemas/kernel/tenancy"
import type { RunId } from "#schemas/workflows/run"
import { byId, type Order, orderOf, page } from "../page.ts"

export interface TaskQuery extends Paging {
  readonly due_before?: string
  readonly assignee_id?: UserId
  readonly status?: TaskStatus
  readonly contact_id?: ContactId
  readonly deal_id?: DealId
  readonly sort: TaskSort
}

const orders = {
  id: byId,
  due_at: { column: "sort_due", type: "timestamptz", descending: false },
  created_at: { column: "created_at", type: "timestamptz", descending: false }
} as const satisfies Record<string, Order>

/** What tells that a task is due. */
export interface Timer {
  readonly run_id: RunId | null
  /** The time for which it was told already. */
  readonly told_at: string | null
}

/** What members of the caller's company have to do. */
export class Tasks extends Context.Service<Tasks, {
  readonly page: (query: TaskQuery) => Effect.Effect<Listed<Task>, ValidationError>
  /** `lock` keeps others from changing it until the transaction ends. */
  readonly find: (id: TaskId, how?: { readonly lock?: boolean }) => Effect.Effect<Option.Option<Task>>
  readonly add: (task: NewTask) => Effect.Effect<Task, never, Caller>
  /** A change of status notes, or forgets, when it was completed. */
  readonly change: (id: TaskId, changes: TaskChanges) => Effect.Effect<Task>
  readonly timer: (id: TaskId) => Effect.Effect<Timer>
  /** No change of the task itself: its version stays. */
  readonly setTimer: (id: TaskId, timer: Timer) => Effect.Effect<void>
}>()("layers/crm/Tasks") {
  static readonly layer = Layer.effect(Tasks, Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const mine = sql.literal("company_id = (select current_company())")
    const alive = sql.literal("deleted_at is null")
    const columns = sql.literal(
      "id, title, notes, status, due_at, assignee_id, contact_id, deal_id, completed_at, version, created_at, updated_at"
    )
    const completed = (status: TaskStatus | undefined) =>
      sql.literal(status === undefined ? "" : status === "open" ? "completed_at = null," : "completed_at = now(),")

    return Tasks.of({
      page: ({ assignee_id, contact_id, deal_id, due_before, sort, status, ...paging }) => {
        const filters = [
          ...due_before === undefined ? [] : [sql`sort_due < ${due_before}`],
          ...assignee_id === undefined ? [] : [sql`assignee_id = ${assignee_id}`],
          ...status === undefined ? [] : [sql`status = ${status}`],
          ...contact_id === undefined ? [] : [sql`contact_id = ${contact_id}`],
          ...deal_id === undefined ? [] : [sql`deal_id = ${deal_id}`]
        ]
        return page<Task>(sql, {
          from: sql.literal("tasks"),
          columns,
          where: [mine, alive, ...filters],
          order: orderOf(orders, sort),
          paging,
          counted: filters.length === 0 ? "tasks" : undefined
        }).pipe(Effect.catchIf(SqlError.isSqlError, Effect.die))
      },

      find: Effect.fnUntraced(function*(id, { lock = false } = {}) {
        const rows = yield* sql<Task>`
          select ${columns} from tasks where ${mine} and id = ${id} and ${alive} ${sql.literal(lock ? "for update" : "")}`
        return Option.fromNullishOr(rows[0])
      }, Effect.orDie),

      add: Effect.fnUntraced(function*(task) {
        const { company_id } = yield* Caller
        const rows = yield* sql<Task>`insert into tasks ${sql.insert({ company_id, ...task })} returning ${columns}`
        return rows[0]!
      }, Effect.orDie),

      change: Effect.fnUntraced(function*(id, changes) {
        const rows = yield* sql<Task>`
          update tasks set ${sql.update({ ...changes })}, ${completed(changes.status)} version = version + 1, updated_at = now()
          where ${mine} and id = ${id} returning ${columns}`
        return rows[0]!
      }, Effect.orDie),

      timer: Effect.fnUntraced(function*(id) {
        const rows = yield* sql<Timer>`
          select timer_run as run_id, timer_told as told_at from tasks where ${mine} and id = ${id}`
        return rows[0] ?? { run_id: null, told_at: null }
      }, Effect.orDie),

      setTimer: (id, { run_id, told_at }) =>
        Effect.orDie(Effect.asVoid(sql`
          update tasks set timer_run = ${run_id}, timer_told = ${told_at} where ${mine} and id = ${id}`))
    })
  }))
}
