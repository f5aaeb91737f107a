import { Effect, Option } from "effect"
import type { ConsentRow } from "#layers/agents/consents"
import { Receipted } from "#layers/agents/receipted"
import { payloadHash } from "#layers/workflows/runs"
import { Accounts } from "#layers/auth/accounts"
import { type Attribution, CurrentAttribution } from "#layers/kernel/receipts/change-log"
import type { ConsentId } from "#schemas/agents/consent"
import { Forbidden, NotFound } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import { approvalPlace, mayApprove } from "./approver.ts"
import { currentActor } from "./consent-view.ts"
import { getOpen } from "./consents.ts"
import { approve, reject } from "./decision.ts"

/** What a person answered whom their own client asked, and in which run. */
interface Elicited {
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
const decided = <A, E, R>(verb: string, { id, session }: Elicited, work: (row: ConsentRow) => Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const caller = yield* Caller
    if (!mayApprove(caller)) return yield* new Forbidden({ message: "Whoever made this connection may not approve.", scope: "consents:approve" })
    const step = Effect.gen(function*() {
      const row = yield* getOpen(id)
      return row.key_id === caller.key_id ? yield* work(row) : yield* new NotFound({ message: "There is no such consent." })
    })
    const { write } = yield* Receipted
    return yield* Effect.provideService(write({ verb, payloadHash: payloadHash({ id }) }, step), CurrentAttribution, yield* attribution(session))
  })

/** Answers with the confirmation, for the very same call of the same connection. */
export const approveElicited = (answer: Elicited) =>
  decided("approve_consent", answer, Effect.fnUntraced(function*(before: ConsentRow) {
    if ((yield* approvalPlace(before.verb)) === "page") {
      return yield* new Forbidden({ message: "A person approves this on the page of the consent, signed in. Nothing was changed." })
    }
    const { confirmation } = yield* approve(before, yield* currentActor)
    return confirmation
  }))

export const rejectElicited = (answer: Elicited) =>
  decided("reject_consent", answer, Effect.fnUntraced(function*(before: ConsentRow) {
    yield* reject(before, yield* currentActor, "Declined in the client that asked.")
  }))
