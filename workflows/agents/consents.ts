import { Effect, Option } from "effect"
import { type ConsentRow, Consents } from "#layers/agents/consents"
import { AgentRuns } from "#layers/ai/agent-runs"
import type { ConsentId } from "#schemas/agents/consent"
import type * as api from "#schemas/agents/consents.api"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict, Forbidden } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import { operations } from "#schemas/operations"
import { requireApprover, requireSamePermission } from "./approver.ts"
import { requireVerb } from "../filters/known-verbs.ts"
import { consentView, currentActor } from "./consent-view.ts"
import { aboutRecords } from "./about-records.ts"
import { approve, collected, reject, requireNotApproved } from "./decision.ts"
import { namesIn } from "./names.ts"

/** A consent that can still go on, locked until the transaction ends unless `lock` says otherwise. */
export const getOpen = Effect.fnUntraced(function*(id: ConsentId, how: { readonly lock: boolean } = { lock: true }) {
  const row = yield* (yield* Consents).get(id, how)
  const { state } = row
  if (state === "executed" || state === "rejected" || state === "expired") {
    return yield* new Conflict({ message: `This consent was ${state === "expired" ? "not used in time and has expired" : state}.` })
  }
  return row
})

/** Who decides. The request of an agent never does, whichever key it carries; nor does a tool client that acts for a person. */
const requirePerson = Effect.gen(function*() {
  const { actor, agent, key_id } = yield* currentActor
  const { credential } = yield* Caller
  if (credential === "grant") return yield* new Forbidden({ message: "A person decides this; a connected tool client cannot." })
  if (agent !== undefined) {
    return yield* new Forbidden({ message: "A person decides this; the request says that an agent makes it (X-Service-Agent)." })
  }
  return { key_id, actor }
})

/**
 * People approve what they asked for themselves, and what an agent of the company wants for them, which never has their session. What a key, or
 * another agent through their session, asked for, somebody else approves.
 */
const requireOtherRequester = Effect.fnUntraced(function*({ actor, id, key_id }: ConsentRow) {
  const caller = yield* Caller
  if (key_id !== caller.key_id) return
  if (caller.credential !== "session") return yield* new Forbidden({ message: "The key that asked cannot approve its own call." })
  if (actor?.agent !== undefined && (yield* AgentRuns.use((runs) => runs.waitingFor(id))).length === 0) {
    return yield* new Forbidden({
      message: `The agent ${actor.agent} asked for this through this very session, which cannot approve it. Sign in elsewhere to do so.`
    })
  }
})

export const list_consents = Effect.fnUntraced(function*(query: Input<typeof api.list_consents>) {
  const consents = yield* Consents
  const { items, ...rest } = yield* consents.page(query)
  if (rest.total === 0) yield* requireVerb(query.verb, (verb) => consents.page({ verb, sort: query.sort, limit: 1, offset: 0 }))
  return { ...rest, items: yield* Effect.forEach(items, consentView) }
})

export const get_consent = Effect.fnUntraced(function*({ id }: Input<typeof api.get_consent>) {
  const consents = yield* Consents
  const row = yield* consents.get(id)
  const { input: kept } = Option.getOrThrow(yield* consents.kept(id))
  const input = kept === null ? null : JSON.parse(kept) as Record<string, unknown>
  const confirmation = yield* collected(row)
  return {
    ...yield* consentView(row),
    input,
    names: yield* namesIn(input === null ? [] : [input]),
    about: yield* aboutRecords(operations.get(row.verb), input),
    ...confirmation !== undefined && { confirmation }
  }
})

export const approve_consent = Effect.fnUntraced(function*({ id }: Input<typeof api.approve_consent>) {
  const by = yield* requirePerson
  const before = yield* getOpen(id)
  yield* requireApprover(before)
  yield* requireOtherRequester(before)
  yield* requireSamePermission(before)
  yield* requireNotApproved(before)
  const { after, confirmation } = yield* approve(before, by)
  return { confirmation, expires_at: after.expires_at, consent: yield* consentView(after) }
})

export const reject_consent = Effect.fnUntraced(function*({ id, reason }: Input<typeof api.reject_consent>) {
  const by = yield* requirePerson
  const before = yield* getOpen(id)
  yield* requireApprover(before)
  return yield* consentView(yield* reject(before, by, reason || null))
})
