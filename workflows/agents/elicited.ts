import { Effect, Option } from "effect"
import { hashOf, random } from "#layers/api-keys"
import { Consents, type ConsentRow } from "#layers/agents/consents"
import { Receipted } from "#layers/agents/receipted"
import { payloadHash } from "#layers/engine/runs"
import { Accounts } from "#layers/auth/accounts"
import { type Attribution, CurrentAttribution, Journal } from "#layers/journal"
import type { ConsentId } from "#schemas/agents/consent"
import { makeConfirmation } from "#schemas/kernel/consent"
import { Forbidden, NotFound } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import { mayApprove } from "./approver.ts"
import { tellTimer } from "./consent-timer.ts"
import { calling, consentChange } from "./consent-view.ts"
import { waiting } from "./consents.ts"

/** What a person said whom their own client asked, and in which run. */
interface Said {
  readonly id: ConsentId
  readonly session: string | undefined
}

/** As receipts and steps name it: the client, that it asked its user, and whose connection it is. */
const attribution = Effect.fnUntraced(function*(session: string | undefined): Effect.fn.Return<Attribution, never, Caller | Accounts> {
  const { agent, person } = yield* Caller
  const account = person === undefined ? Option.none() : yield* (yield* Accounts).byId(person.account_id)
  return {
    agent,
    mode: "elicitation",
    human: Option.isSome(account) ? account.value.email : undefined,
    session
  }
})

/**
 * A step that a person takes by answering their client's question: their connection carries the answer, so it can be about its
 * own calls only, and only as far as the person themselves may approve.
 */
const taken = <A, E, R>(verb: string, { id, session }: Said, work: (row: ConsentRow) => Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const caller = yield* Caller
    if (!mayApprove(caller)) return yield* new Forbidden({ message: "Whoever made this connection may not approve.", scope: "consents:approve" })
    const step = Effect.gen(function*() {
      const row = yield* waiting(id)
      return row.key_id === caller.key_id ? yield* work(row) : yield* new NotFound({ message: "There is no such consent." })
    })
    const { write } = yield* Receipted
    return yield* Effect.provideService(write({ verb, payloadHash: payloadHash({ id }) }, step), CurrentAttribution, yield* attribution(session))
  })

/** Answers with the confirmation, for the very same call of the same connection. */
export const approveElicited = (said: Said) =>
  taken("approve_consent", said, Effect.fnUntraced(function*(before: ConsentRow) {
    const { actor, key_id } = yield* calling
    const confirmation = makeConfirmation(random(32))
    const after = yield* (yield* Consents).approve(before.id, { key_id, actor }, hashOf(confirmation))
    yield* (yield* Journal).record(consentChange(before, after, "consent.approved"))
    yield* tellTimer(before, after)
    return confirmation
  }))

export const rejectElicited = (said: Said) =>
  taken("reject_consent", said, Effect.fnUntraced(function*(before: ConsentRow) {
    const { actor, key_id } = yield* calling
    const after = yield* (yield* Consents).reject(before.id, { key_id, actor }, "Declined in the client that asked.")
    yield* (yield* Journal).record(consentChange(before, after, "consent.rejected"))
    yield* tellTimer(before, after)
  }))
