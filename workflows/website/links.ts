import { Effect } from "effect"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { LinkChecks } from "#layers/website/link-checks"
import type { Input } from "#schemas/kernel/catalog"
import type * as api from "#schemas/website/links.api"
import { LinkLook } from "./link-checking.ts"

export const check_links = Effect.fnUntraced(function*() {
  const checks = yield* LinkChecks
  const id = yield* checks.create
  yield* checks.assign(id, yield* LinkLook.start({ check_id: id }))
  const made = yield* Effect.orDie(checks.get(id))
  yield* recordChange({ object: "link_check", id, before: null, after: made })
  return made
})

export const get_link_check = ({ id }: Input<typeof api.get_link_check>) => LinkChecks.use((checks) => checks.get(id))

export const list_broken_links = Effect.fnUntraced(function*({ id, ...paging }: Input<typeof api.list_broken_links>) {
  const checks = yield* LinkChecks
  yield* checks.get(id)
  return yield* checks.broken(id, paging)
})
