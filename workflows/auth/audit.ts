import { Effect } from "effect"
import { AuditTrail } from "#layers/auth/audit-trail"
import type * as api from "#schemas/auth/audit.api"
import type { Input } from "#schemas/kernel/catalog"
import { requireVerb } from "../filters/known-verbs.ts"

export const list_audit_events = Effect.fnUntraced(function*(query: Input<typeof api.list_audit_events>) {
  const trail = yield* AuditTrail
  const page = yield* trail.page(query)
  if (page.total === 0) yield* requireVerb(query.verb, (verb) => trail.page({ verb, limit: 1, offset: 0 }))
  return page
})
