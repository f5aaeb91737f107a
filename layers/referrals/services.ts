import { Layer } from "effect"
import { Intake } from "./intake.ts"
import { Leads } from "./leads.ts"
import { DailyCounters } from "./daily-counters.ts"
import { Referrals } from "./referrals.ts"

/** What anonymous visitors leave with the operator, and how it reaches the operator's company. */
export const ReferralServices = Layer.mergeAll(Referrals.layer, Leads.layer, Intake.layer).pipe(Layer.provide(DailyCounters.layer))
