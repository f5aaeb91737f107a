import { operation } from "#schemas/kernel/endpoints"
import { Instant } from "#schemas/kernel/time"
import { ConsentId } from "./consent.ts"
import { name } from "./name.ts"
import { Receipt } from "./receipt.ts"

export const list_receipts = operation.list("list_receipts", "/agent/receipts", Receipt, {
  filters: {
    session: name.annotate({ description: "`X-Service-Session` of one run.", examples: ["run-2026-11-21-7"] }),
    agent: name.annotate({ description: "`X-Service-Agent`.", examples: ["ada"] }),
    consent: ConsentId.annotate({ description: "The consent that it is about." }),
    verb: name.annotate({ description: "The operation.", examples: ["update_contact"] }),
    created_since: Instant
  },
  sort: ["id"],
  by: "-id",
  summary: "List receipts",
  description: "What was done, by which key and agent, under whose name and with whose consent, newest first. Every write of test and " +
    "live keys leaves one, which nobody can change. Those that bear on who may do what (sign-ins, keys, members) take the scope " +
    "`audit:read` too; what nobody was signed in for, a failed sign-in say, stands in `list_audit_events` only.",
  access: "agents:read",
  curated: true
})
