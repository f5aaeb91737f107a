import { Schema } from "effect"
import { Provenance } from "#schemas/content/provenance"
import { Currency } from "#schemas/kernel/money"
import { Tier } from "#schemas/kernel/tenancy"
import { Texts, texts } from "./texts.ts"
import { tool } from "./tool.ts"

/** What the service enforces, from its own settings rather than from a price list. */
const Limits = Schema.Struct({
  requests_per_minute: Schema.Int,
  ai_tokens_per_month: Schema.NullOr(Schema.Int).annotate({ description: "Nothing where there is no limit." }),
  provenance: Provenance
})

export const get_pricing = tool("get_pricing", {
  title: "Get pricing",
  description: "Plans with their prices, what each includes and its limits.",
  input: { plan: Schema.optionalKey(Schema.Literals(["starter", "professional", "enterprise", "all"])) },
  output: Schema.Struct({
    plans: Schema.Array(Schema.Struct({
      id: Tier,
      ...texts("name", "fits"),
      price: Schema.NullOr(Schema.Struct({ monthly: Schema.Finite, yearly: Schema.Finite, currency: Currency })),
      includes: Texts,
      limits: Limits,
      provenance: Provenance
    }))
  }),
  example: { plan: "all" }
})
