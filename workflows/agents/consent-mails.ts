import { Cause, Effect, Layer, Schedule } from "effect"
import { Receipted } from "#layers/agents/receipted"
import { UntoldConsents } from "#layers/agents/untold-consents"
import { anonymousCaller, NO_CREDENTIAL } from "#layers/auth/audit"
import { Members } from "#layers/auth/members"
import { InBackground } from "#layers/database/connections"
import { Site } from "#layers/kernel/installation/site"
import { payloadHash } from "#layers/workflows/runs"
import { CHANGES_REAL_RECORDS } from "#schemas/kernel/consent"
import { CompanyId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import { emailCustomer } from "../messages/send.ts"
import template from "../messages/templates/consents-waiting.ts"

const ROUND = "10 seconds"

/** Tells the owners and admins of one company what waits for them, of each call once. */
const tell = Effect.gen(function*() {
  const untold = yield* UntoldConsents.use(({ take }) => take)
  if (untold.length === 0) return
  const { linked } = yield* Site
  const data = {
    all: `${linked}/dashboard/consents`,
    lines: untold.toSorted((one, other) => one.id - other.id).map(({ id, livemode, summary }) => ({
      title: livemode ? summary : `${summary}. ${CHANGES_REAL_RECORDS}`, page: `${linked}/dashboard/consents/${id}`
    }))
  }
  for (const { email, id: reader } of yield* Members.use(({ inCharge }) => inCharge)) {
    yield* emailCustomer(template, data, { to: { email } }).pipe(
      Effect.catch(({ message }) => Effect.logInfo(`the e-mail about consents was not sent to member ${reader}: ${message}`))
    )
  }
})

/** Looks for calls that wait for a person. Safe to run on several processes at once; a crash leaves it for the next round. */
export const ConsentMails = Layer.effectDiscard(Effect.gen(function*() {
  const { due } = yield* UntoldConsents
  const { write } = yield* Receipted
  const round = Effect.flatMap(due, Effect.forEach(({ company_id }) =>
    write({ verb: "tell_of_consents", payloadHash: payloadHash({}) }, tell).pipe(
      Effect.provideService(Caller, anonymousCaller(CompanyId.make(company_id), NO_CREDENTIAL, "live")),
      /* One company's e-mail that cannot be written keeps nobody else's from it. */
      Effect.catchCause((cause) =>
        Cause.hasInterrupts(cause) ? Effect.failCause(cause) : Effect.logWarning(`tell company ${company_id} of consents: will try again in ${ROUND}`, cause))
    ), { discard: true }))
  yield* round.pipe(
    Effect.provideService(InBackground, true),
    Effect.tapCause((cause) => Effect.logWarning(`tell of consents: will try again in ${ROUND}`, cause)),
    Effect.exit,
    Effect.repeat(Schedule.spaced(ROUND)),
    Effect.forkScoped
  )
}))
