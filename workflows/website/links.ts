import { Effect } from "effect"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { LinkChecks } from "#layers/website/link-checks"
import type { Input } from "#schemas/kernel/catalog"
import { LinkCheckId } from "#schemas/website/link-check"
import type * as api from "#schemas/website/links.api"
import { durable, write } from "../durable.ts"
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

/** The same by a schedule: pages and what they lead to belong to both modes. */
export const ScheduledLinkCheck = durable({
  name: "website.check_links", version: 1, payload: {}, success: LinkCheckId, realTime: true, background: true,
  schedulable: {
    title: "Check the links of the site",
    description: "Looks at everything that published pages and posts lead to, as `check_links` does; `list_broken_links` tells what leads nowhere."
  }
})

export const ScheduledLinkCheckProgram = ScheduledLinkCheck.program(() =>
  write("begin", { verb: "check_links", success: LinkCheckId }, Effect.map(check_links(), ({ id }) => id)))
