import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { defaulted } from "#schemas/kernel/defaulted"
import { operation } from "#schemas/kernel/operation"
import { ListOf, paging } from "#schemas/kernel/paging"
import { Instant } from "#schemas/kernel/time"
import { ConsentId } from "./consent.ts"
import { name } from "./name.ts"
import { Receipt } from "./receipt.ts"

export const receiptSorts = ["id", "-id"] as const

export const list_receipts = HttpApiEndpoint.get("list_receipts", "/agent/receipts", {
  query: {
    ...paging,
    session: Schema.optionalKey(name.annotate({ description: "`X-Service-Session` of one run.", examples: ["run-2026-11-21-7"] })),
    agent: Schema.optionalKey(name.annotate({ description: "`X-Service-Agent`.", examples: ["ada"] })),
    consent: Schema.optionalKey(ConsentId.annotate({ description: "The consent that it is about." })),
    verb: Schema.optionalKey(name.annotate({ description: "The operation.", examples: ["update_contact"] })),
    created_since: Schema.optionalKey(Instant),
    sort: defaulted(Schema.Literals(receiptSorts), "-id")
  },
  success: ListOf(Receipt)
}).annotateMerge(operation({
  summary: "List receipts",
  description: "What was done, by which key and agent, under whose name and with whose consent, newest first. Every write of test and " +
    "live keys leaves one, which nobody can change. Those that bear on who may do what (sign-ins, keys, members) take the scope " +
    "`audit:read` too; what nobody was signed in for, a failed sign-in say, stands in `list_audit_events` only.",
  access: "agents:read",
  curated: true
}))
