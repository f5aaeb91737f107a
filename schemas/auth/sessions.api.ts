import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { NotFound, StepUpRequired } from "#schemas/kernel/errors"
import { KeyId } from "#schemas/kernel/ids"
import { operation } from "#schemas/kernel/operation"
import { ListOf, paging } from "#schemas/kernel/paging"
import { Session } from "./session.ts"
import { EndedSession } from "./signing-in.api.ts"

export const list_sessions = HttpApiEndpoint.get("list_sessions", "/sessions", {
  query: paging,
  success: ListOf(Session)
}).annotateMerge(operation({
  summary: "List my sessions",
  description: "Where the person who asks is signed in to this company, newest first.",
  access: "session",
  readOnly: true
}))

export const revoke_session = HttpApiEndpoint.delete("revoke_session", "/sessions/:id", {
  params: { id: KeyId },
  success: EndedSession,
  error: [NotFound]
}).annotateMerge(operation({
  summary: "End a session",
  description: "Signs a session of one's own out, within a second on every node; an owner or admin, one of any member, though only an owner " +
    "that of an owner.",
  access: "session",
  readOnly: false,
  destructive: true,
  idempotent: true
}))

export const revoke_all_sessions = HttpApiEndpoint.delete("revoke_all_sessions", "/sessions", {
  success: Schema.Struct({
    ended: Schema.Int.annotate({ description: "How many there were.", examples: [2] })
  }),
  error: [StepUpRequired]
}).annotateMerge(operation({
  summary: "End all my other sessions",
  description: "Signs the person who asks out of this company everywhere but here. It needs to be proved again who they are.",
  access: "session",
  readOnly: false,
  destructive: true,
  idempotent: true
}))
