import { Effect, Layer, Option, Schedule } from "effect"
import { ServiceConfig } from "#layers/kernel/config"
import { Leads } from "#layers/referrals/leads"
import { handOver } from "./hand-over.ts"

const BATCH = 50
const EVERY = "10 seconds"
/** A request that has just stored a lead hands it over itself. */
const REST_SECONDS = 5

/** Hands over what no request could: leads of a time without a company, or of a process that died. */
export const LeadIntake = Layer.effectDiscard(Effect.gen(function*() {
  const { operatorCompany } = yield* ServiceConfig
  if (Option.isNone(operatorCompany)) return
  const leads = yield* Leads
  const company = operatorCompany.value

  /** One that fails does not hold up the others, nor stand before them the next time; without a company none can be taken. */
  const one = (reference: string) =>
    Effect.catchCause(handOver(company, reference), (cause) =>
      Effect.logWarning(`the lead ${reference} will be handed over later`, cause).pipe(
        Effect.andThen(leads.postpone(reference)), Effect.as(true)
      ))

  const round = Effect.gen(function*() {
    for (const { reference } of yield* leads.waiting(REST_SECONDS, BATCH)) if (!(yield* one(reference))) return
  }).pipe(Effect.catchCause((cause) => Effect.logWarning(`leads will be handed over in ${EVERY}`, cause)))

  yield* Effect.forkScoped(Effect.repeat(round, Schedule.spaced(EVERY)))
}))
