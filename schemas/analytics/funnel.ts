import { Schema } from "effect"
import { Day, Timestamp } from "#schemas/kernel/time"

export const funnelSteps = {
  view: "Visitors of the company's pages on each day of the period: whoever comes again on another day counts again.",
  lead: "Contacts that were made in the period.",
  deal: "Of them, those of whom a deal was opened since.",
  won: "Of them, those of whom a deal was won since.",
  order: "Of them, those who placed an order since of which something is paid."
} as const

const Step = Schema.Struct({
  step: Schema.Literals(Object.keys(funnelSteps) as ReadonlyArray<keyof typeof funnelSteps>),
  counts: Schema.String.annotate({ description: "What it counts.", examples: [funnelSteps.lead] }),
  people: Schema.Int.annotate({ examples: [120] }),
  share: Schema.NullOr(Schema.Finite).annotate({ description: "Of the leads; of visitors for the leads themselves. `null` where there are none.", examples: [0.35] }),
  hours: Schema.NullOr(Schema.Finite).annotate({
    description: "From being made a contact until then: half of those who came so far took less. `null` for visitors and leads.", examples: [51.5]
  })
}).annotate({ identifier: "FunnelStep" })

export const Funnel = Schema.Struct({
  from: Day,
  to: Day,
  until: Timestamp,
  time_zone: Schema.String.annotate({ examples: ["Europe/Oslo"] }),
  livemode: Schema.Boolean.annotate({ description: "Orders are those of the key's mode; contacts and deals belong to both." }),
  steps: Schema.Array(Step)
}).annotate({ identifier: "Funnel" })
export type Funnel = typeof Funnel.Type
