import { Effect } from "effect"
import { StaffMembers } from "#layers/calendar/staff-members"
import type * as api from "#schemas/calendar/staff.api"
import type { Input } from "#schemas/kernel/catalog"
import { requireReferences } from "../crm/references.ts"

export const list_staff = (query: Input<typeof api.list_staff>) => StaffMembers.use((staff) => staff.page(query))

export const create_staff = Effect.fnUntraced(function*(asked: Input<typeof api.create_staff>) {
  const staff = yield* StaffMembers
  yield* requireReferences({ user_id: asked.user_id })
  return yield* staff.create(asked)
})

export const update_staff = Effect.fnUntraced(function*({ id, ...changes }: Input<typeof api.update_staff>) {
  const staff = yield* StaffMembers
  const before = yield* staff.lockForUpdate(id)
  if (changes.user_id !== undefined && changes.user_id !== before.user_id) yield* requireReferences({ user_id: changes.user_id })
  return yield* staff.update(before, changes)
})

export const set_working_hours = ({ exceptions, id, weekly }: Input<typeof api.set_working_hours>) =>
  StaffMembers.use((staff) => staff.change(id, { weekly, exceptions }))
