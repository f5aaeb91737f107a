import { Effect, Option } from "effect"
import { ServiceConfig } from "#layers/kernel/config"
import { Leads } from "#layers/referrals/leads"
import { ClientNetwork } from "#layers/referrals/daily-counters"
import type { LeadStatus, NewLead } from "#schemas/referrals/lead"
import { handOver } from "./hand-over.ts"

/** How many leads one network may leave on one day, when it has. */
export interface Enough {
  readonly _tag: "Enough"
  readonly most: number
}

/**
 * Stores a lead, which from then on is not lost, and hands it to the operator's company if there is one. If that cannot be done
 * now it is done later.
 */
export const receive = Effect.fnUntraced(function*(lead: NewLead) {
  const leads = yield* Leads
  const { operatorCompany, publicWritesPerDay: most } = yield* ServiceConfig
  const kept = yield* leads.record(lead, { network: yield* ClientNetwork, most }).pipe(
    Effect.mapError((): Enough => ({ _tag: "Enough", most }))
  )
  if (kept.status === "handed_over" || Option.isNone(operatorCompany)) return { reference: kept.reference, status: kept.status }
  const handed = yield* handOver(operatorCompany.value, kept.reference).pipe(
    Effect.catchCause((cause) => Effect.as(Effect.logWarning(`the lead ${kept.reference} will be handed over later`, cause), false))
  )
  const status: LeadStatus = handed ? "handed_over" : "recorded"
  return { reference: kept.reference, status }
})
