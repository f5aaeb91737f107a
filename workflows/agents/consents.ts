import { Effect, Option } from "effect"
import { hashOf, random } from "#layers/api-keys"
import { type ConsentQuery, type ConsentRow, Consents } from "#layers/agents/consents"
import { Journal } from "#layers/journal"
import type { ConsentId } from "#schemas/agents/consent"
import { makeConfirmation } from "#schemas/kernel/consent"
import { Conflict, Forbidden, NotFound } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import { allowed, deciding } from "./approver.ts"
import { tellTimer } from "./consent-timer.ts"
import { calling, consentChange, consentView } from "./consent-view.ts"

interface One {
  readonly id: ConsentId
}

const existing = Effect.fnUntraced(function*(id: ConsentId, how?: { readonly lock?: boolean }) {
  const consents = yield* Consents
  const found = yield* consents.find(id, how)
  return Option.isSome(found) ? found.value : yield* new NotFound({ message: "There is no such consent." })
})

/** A consent that can still go on, held until the transaction ends unless `lock` says otherwise. */
export const waiting = Effect.fnUntraced(function*(id: ConsentId, how: { readonly lock: boolean } = { lock: true }) {
  const row = yield* existing(id, how)
  const { state } = row
  if (state === "executed" || state === "rejected" || state === "expired") {
    return yield* new Conflict({ message: `This consent was ${state === "expired" ? "not used in time and has expired" : state}.` })
  }
  return row
})

/** Who decides. An agent's request never does, whichever key it carries; nor does what acts for a person. */
const person = Effect.gen(function*() {
  const { actor, agent, key_id } = yield* calling
  const { credential } = yield* Caller
  if (credential === "grant") return yield* new Forbidden({ message: "A person decides this; a connected tool client cannot." })
  if (agent !== undefined) {
    return yield* new Forbidden({ message: "A person decides this; the request says that an agent makes it (X-Service-Agent)." })
  }
  return { key_id, actor }
})

/** People agree to what they asked for themselves. To what a key, or an agent by their session, asked for, somebody else does. */
const notOwn = Effect.fnUntraced(function*({ actor, key_id }: ConsentRow) {
  const caller = yield* Caller
  if (key_id !== caller.key_id) return
  if (caller.credential !== "session") return yield* new Forbidden({ message: "The key that asked cannot approve its own call." })
  if (actor?.agent !== undefined) {
    return yield* new Forbidden({
      message: `The agent ${actor.agent} asked for this through this very session, which cannot approve it. Sign in elsewhere to do so.`
    })
  }
})

export const list_consents = Effect.fnUntraced(function*(query: ConsentQuery) {
  const consents = yield* Consents
  const { items, ...rest } = yield* consents.page(query)
  return { ...rest, items: yield* Effect.forEach(items, consentView) }
})

export const get_consent = Effect.fnUntraced(function*({ id }: One) {
  const consents = yield* Consents
  const view = yield* consentView(yield* existing(id))
  const input = yield* consents.inputOf(id)
  return { ...view, input: input === null ? null : JSON.parse(input) as Record<string, unknown> }
})

export const approve_consent = Effect.fnUntraced(function*({ id }: One) {
  const by = yield* person
  const before = yield* waiting(id)
  yield* deciding(before)
  yield* notOwn(before)
  yield* allowed(before)
  const confirmation = makeConfirmation(random(32))
  const consents = yield* Consents
  const after = yield* consents.approve(id, by, hashOf(confirmation))
  yield* (yield* Journal).record(consentChange(before, after, "consent.approved"))
  yield* tellTimer(before, after)
  return { confirmation, expires_at: after.expires_at, consent: yield* consentView(after) }
})

export const reject_consent = Effect.fnUntraced(function*({ id, reason = null }: One & { readonly reason?: string | null }) {
  const by = yield* person
  const before = yield* waiting(id)
  yield* deciding(before)
  const consents = yield* Consents
  const after = yield* consents.reject(id, by, reason === "" ? null : reason)
  yield* (yield* Journal).record(consentChange(before, after, "consent.rejected"))
  yield* tellTimer(before, after)
  return yield* consentView(after)
})
