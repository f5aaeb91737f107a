import { Layer } from "effect"
import { Intake } from "./intake.ts"
import { Leads } from "./leads.ts"
import { Marks } from "./marks.ts"
import { Referrals } from "./referrals.ts"

/** What strangers leave with the operator, and how it reaches the operator's company. */
export const FromStrangers = Layer.mergeAll(Referrals.layer, Leads.layer, Intake.layer).pipe(Layer.provide(Marks.layer))
