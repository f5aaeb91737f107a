import { Effect, Option } from "effect"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { SmsSettings } from "#layers/messages/sms/settings"
import { TaskAlerts } from "#layers/messages/sms/task-alerts"
import type { Task } from "#schemas/crm/task"
import type { Input } from "#schemas/kernel/catalog"
import { Caller } from "#schemas/kernel/tenancy"
import { numberFacts, untextable } from "#schemas/messages/sms/number-facts"
import type * as api from "#schemas/messages/sms/task-alerts.api"
import { asking } from "../../auth/proof.ts"
import { refuse } from "../../payments/costs.ts"
import { textOutsideQuietHours } from "./reminding.ts"
import { untextableReasons } from "./sending.ts"

const MOST_OF_TITLE = 100

export const get_task_alerts = Effect.fnUntraced(function*() {
  const { user_id } = yield* asking
  return yield* TaskAlerts.use((alerts) => alerts.of(user_id))
})

export const set_task_alerts = Effect.fnUntraced(function*({ phone }: Input<typeof api.set_task_alerts>) {
  const { user_id } = yield* asking
  const alerts = yield* TaskAlerts
  const before = yield* alerts.of(user_id, { lock: true })
  if (before.phone === phone) return before
  const objection = phone === null ? undefined : untextable(numberFacts(phone))
  if (objection !== undefined) return yield* refuse("phone", untextableReasons[objection], phone)
  yield* alerts.set(user_id, phone)
  const after = yield* alerts.of(user_id)
  /* The number can be taken back, and a receipt cannot: so that tells only when they agreed. */
  yield* recordChange({ object: "task_alerts", id: user_id, before: { agreed_at: before.agreed_at }, after: { agreed_at: after.agreed_at } })
  return after
})

/**
 * Texts whoever does a task, if they agreed to that, outside quiet hours. Who gives themselves a task knows of it. Within the transaction of what it
 * tells, so that it happens once.
 */
export const alertByText = Effect.fnUntraced(function*({ assignee_id, due_at, title }: Task, what: "assigned" | "due") {
  if (assignee_id === null) return
  if (what === "assigned" && (yield* Caller).person?.user_id === assignee_id) return
  const phone = Option.getOrUndefined(yield* TaskAlerts.use((alerts) => alerts.phoneOf(assignee_id)))
  if (phone === undefined) return
  const { time_zone } = yield* SmsSettings.use(({ get }) => get)
  const when = due_at === null
    ? ""
    : `, due ${new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", timeZone: time_zone }).format(Date.parse(due_at))}`
  const named = title.slice(0, MOST_OF_TITLE).toWellFormed()
  yield* textOutsideQuietHours({ phone }, ({ name }) => what === "due" ? `${name}: your task is due: ${named}` : `${name}: a task for you${when}: ${named}`)
})
