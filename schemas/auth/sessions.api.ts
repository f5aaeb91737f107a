import { Schema } from "effect"
import { operation } from "#schemas/kernel/endpoints"
import { StepUpRequired } from "#schemas/kernel/errors"
import { KeyId } from "#schemas/kernel/ids"
import { Session } from "./session.ts"
import { EndedSession } from "./signing-in.api.ts"

export const list_sessions = operation.list("list_sessions", "/sessions", Session, {
  summary: "List my sessions",
  description: "Where the person who asks is signed in to this company, newest first.",
  access: "session"
})

export const revoke_session = operation.remove("revoke_session", "/sessions/:id", EndedSession, {
  params: { id: KeyId },
  summary: "End a session",
  description: "Signs a session of one's own out, within a second on every node; an owner or admin, one of any member, though only an owner " +
    "that of an owner.",
  access: "session"
})

const EndedSessions = Schema.Struct({
  ended: Schema.Int.annotate({ description: "How many there were.", examples: [2] })
})

export const revoke_all_sessions = operation.remove("revoke_all_sessions", "/sessions", EndedSessions, {
  errors: [StepUpRequired],
  summary: "End all my other sessions",
  description: "Signs the person who asks out of this company everywhere but here. It needs to be proved again who they are.",
  access: "session"
})
