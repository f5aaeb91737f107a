import { Schema } from "effect"
import { Tier } from "#schemas/kernel/tenancy"
import { Timestamp } from "#schemas/kernel/time"

const tokens = Schema.Int.annotate({ description: "AI tokens.", examples: [1_240] })
const day = Schema.String.annotate({ description: "In UTC.", examples: ["2030-01-07"] })

/** What a company spends on AI in this calendar month, in UTC. */
export const AiUsage = Schema.Struct({
  tier: Tier,
  used: Schema.Int.annotate({ description: "Spent this month: the sum of all calls.", examples: [4_120] }),
  held: Schema.Int.annotate({ description: "Set aside for calls under way.", examples: [0] }),
  limit: Schema.NullOr(Schema.Int).annotate({ description: "Of the tier a month; `null` where there is no limit.", examples: [15_000] }),
  left: Schema.NullOr(Schema.Int).annotate({ description: "Neither spent nor set aside; `null` where there is no limit.", examples: [10_880] }),
  warning: Schema.Boolean.annotate({ description: "Four fifths of the limit are used.", examples: [false] }),
  resets_at: Timestamp.annotate({ description: "When nothing is spent any more." }),
  days: Schema.Array(Schema.Struct({ day, tokens }).annotate({ identifier: "AiUsageOfDay" })),
  lines: Schema.Array(Schema.Struct({
    day, tokens,
    agent: Schema.String.annotate({ description: "Who asked; empty where it was no agent.", examples: ["chat"] }),
    model: Schema.String.annotate({ description: "The party and its model.", examples: ["openai/gpt-4.1-mini"] })
  }).annotate({ identifier: "AiUsageLine" })).annotate({ description: "The same by day, agent and model." })
}).annotate({ identifier: "AiUsage" })
