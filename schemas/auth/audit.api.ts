import { Schema } from "effect"
import { name } from "#schemas/agents/name"
import { Receipt } from "#schemas/agents/receipt"
import { operation } from "#schemas/kernel/endpoints"
import { KeyId } from "#schemas/kernel/ids"
import { Instant } from "#schemas/kernel/time"

/** A receipt of something that bears on who may do what. */
export const AuditEvent = Schema.Struct({
  ...Receipt.fields,
  key_id: Schema.NullOr(KeyId).annotate({
    description: "The API key, session or connection that did it or that it is about; `null` where nobody was signed in: a failed sign-in, say.",
    examples: [KeyId.make(7)]
  })
}).annotate({ identifier: "AuditEvent" })
export type AuditEvent = typeof AuditEvent.Type

export const list_audit_events = operation.list("list_audit_events", "/audit", AuditEvent, {
  filters: {
    verb: name.annotate({ description: "The operation, or what happened by itself.", examples: ["login"] }),
    since: Instant,
    key_id: KeyId
  },
  summary: "List audit events",
  description: "Who signed in and who tried to, which keys were made and revoked, which members came and went: receipts, newest first, in the " +
    "same chain as all others of the company, which nobody can change.",
  access: "audit:read",
  tierFloor: "professional"
})
