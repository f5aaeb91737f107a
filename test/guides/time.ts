import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { companyNow, companyTime } from "#layers/kernel/company-clock"
import { Timestamp } from "#schemas/kernel/time"
import { durable, sleepUntil, write } from "#workflows/durable"

/*
 * Every rule about a record that has a mode asks the company's clock: `companyNow` in a program, `companyTime` in a statement over
 * rows with `livemode`. In live mode that is real time and costs no query; in test mode it is the test clock, which
 * `advance_test_clock` moves. Waits of durable runs go by it by themselves. What was done is dated by real time (`created_at`,
 * receipts), and what both modes share goes by it: a workflow on such records says `realTime: true`.
 */
export const reminders = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  return {
    overdue: sql<{ id: number }>`select id from invoices where due_at <= ${companyTime} and livemode`,
    isOver: (due_at: string) => Effect.map(companyNow, (now) => Date.parse(due_at) <= now)
  }
})

export const Reminder = durable({ name: "payments.reminder", version: 1, payload: { due_at: Timestamp } })
export const ReminderProgram = Reminder.program(Effect.fnUntraced(function*({ due_at }) {
  yield* sleepUntil("due", due_at)
  yield* write("remind", { verb: "remind_of_invoice" }, Effect.void)
}))
