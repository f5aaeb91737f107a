import { Effect } from "effect"
import { StaffMembers } from "#layers/calendar/staff-members"
import type { StaffMember } from "#schemas/calendar/staff"
import type * as api from "#schemas/calendar/staff.api"
import type { Input } from "#schemas/kernel/catalog"
import { isAtLeast } from "#schemas/kernel/roles"
import { Caller } from "#schemas/kernel/tenancy"
import { requireReferences } from "../crm/references.ts"
import { refuse } from "../payments/costs.ts"

export const list_staff = (query: Input<typeof api.list_staff>) => StaffMembers.use((staff) => staff.page(query))

/** Nobody who is bound by it changes who sees what. */
const requireMayChange = Effect.fnUntraced(function*({ sees, user_id }: Partial<Pick<StaffMember, "sees" | "user_id">>, before?: StaffMember) {
  const { person } = yield* Caller
  if (person === undefined || isAtLeast(person.role, "admin")) return
  if (sees !== undefined && sees !== (before?.sees ?? "all")) return yield* refuse("sees", "only an admin or owner changes it", sees)
  if (before === undefined || before.sees === "all" || user_id === undefined || user_id === before.user_id) return
  return yield* refuse("user_id", "only an admin or owner changes it of somebody who sees their own appointments only", user_id)
})

export const create_staff = Effect.fnUntraced(function*(asked: Input<typeof api.create_staff>) {
  const staff = yield* StaffMembers
  yield* requireMayChange(asked)
  yield* requireReferences({ user_id: asked.user_id })
  return yield* staff.create(asked)
})

export const update_staff = Effect.fnUntraced(function*({ id, ...changes }: Input<typeof api.update_staff>) {
  const staff = yield* StaffMembers
  const before = yield* staff.lockForUpdate(id)
  yield* requireMayChange(changes, before)
  if (changes.user_id !== undefined && changes.user_id !== before.user_id) yield* requireReferences({ user_id: changes.user_id })
  return yield* staff.update(before, changes)
})

export const set_working_hours = ({ exceptions, id, weekly }: Input<typeof api.set_working_hours>) =>
  StaffMembers.use((staff) => staff.change(id, { weekly, exceptions }))
