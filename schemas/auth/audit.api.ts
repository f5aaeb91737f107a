import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { name } from "#schemas/agents/name"
import { Receipt } from "#schemas/agents/receipt"
import { KeyId } from "#schemas/kernel/ids"
import { operation } from "#schemas/kernel/operation"
import { ListOf, paging } from "#schemas/kernel/paging"
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

export const list_audit_events = HttpApiEndpoint.get("list_audit_events", "/audit", {
  query: {
    ...paging,
    verb: Schema.optionalKey(name.annotate({ description: "The operation, or what happened by itself.", examples: ["login"] })),
    since: Schema.optionalKey(Instant),
    key_id: Schema.optionalKey(KeyId)
  },
  success: ListOf(AuditEvent)
}).annotateMerge(operation({
  summary: "List audit events",
  description: "Who signed in and who tried to, which keys were made and revoked, which members came and went: receipts, newest first, in the " +
    "same chain as all others of the company, which nobody can change.",
  access: "audit:read",
  tierFloor: "professional"
}))
