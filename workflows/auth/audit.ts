import { AuditTrail } from "#layers/auth/audit-trail"
import type * as api from "#schemas/auth/audit.api"
import type { Input } from "#schemas/kernel/catalog"

export const list_audit_events = (query: Input<typeof api.list_audit_events>) => AuditTrail.use((trail) => trail.page(query))
