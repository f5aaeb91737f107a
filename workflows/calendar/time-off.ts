import { Effect } from "effect"
import { CalendarSettings } from "#layers/calendar/settings"
import { StaffMembers } from "#layers/calendar/staff-members"
import { TimeOff } from "#layers/calendar/time-off"
import { checkRule, lastEnd } from "#schemas/calendar/rule"
import type * as api from "#schemas/calendar/time-off.api"
import type { Input } from "#schemas/kernel/catalog"
import { refuse } from "../payments/costs.ts"

export const list_time_off = (query: Input<typeof api.list_time_off>) => TimeOff.use((absences) => absences.page(query))

export const add_time_off = Effect.fnUntraced(function*({ everybody, id, rrule, ...asked }: Input<typeof api.add_time_off>) {
  yield* StaffMembers.use((staff) => staff.get(id))
  const { told: { time_zone } } = yield* CalendarSettings.use(({ get }) => get)
  const rule = rrule === null ? { rrule } : checkRule(rrule, asked.starts, time_zone)
  if ("fault" in rule) return yield* refuse("rrule", rule.fault, rrule)
  const absence = { ...asked, ...rule, staff_id: everybody ? null : id }
  return yield* TimeOff.use((absences) => absences.add({ ...absence, until: lastEnd(absence) }))
})

export const remove_time_off = ({ id }: Input<typeof api.remove_time_off>) => TimeOff.use((absences) => absences.remove(id))
