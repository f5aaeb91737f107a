import { type AuditQuery, AuditTrail } from "#layers/auth/audit-trail"

export const list_audit_events = (query: AuditQuery) => AuditTrail.use((trail) => trail.page(query))
