import { Schema } from "effect"
import { Provenance } from "#schemas/content/provenance"
import { Tier } from "#schemas/kernel/tenancy"
import { Assumption, calculation, Range } from "./figure.ts"
import { FoundIndustry, industryArgument } from "./industry.ts"
import { tool } from "./tool.ts"

/** The most that is taken for a month's revenue, in USD. */
const MOST_REVENUE = 1_000_000_000
const MOST_EMPLOYEES = 100_000

const three = { low: Schema.Finite, expected: Schema.Finite, high: Schema.Finite }

/** An assumption with a value for each case. */
const AssumedRange = Schema.Struct({ name: Schema.String, ...three, unit: Schema.String, why: Schema.String, provenance: Provenance })

export const calculate_roi = tool("calculate_roi", {
  title: "Calculate the return",
  description: "What the service may bring or cost a business a month and a year, for each plan, cautiously to hopefully, with the sum.",
  input: {
    monthly_revenue: Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(MOST_REVENUE)).annotate({
      description: "USD per month.",
      examples: [40_000]
    }),
    employee_count: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: MOST_EMPLOYEES }))),
    industry: Schema.optionalKey(industryArgument)
  },
  output: Schema.Struct({
    industry: Schema.optionalKey(FoundIndustry),
    verdict: Schema.String,
    plans: Schema.Array(Schema.Struct({
      plan: Tier,
      price: Schema.Finite,
      pays_off: Schema.Literals(["in every case", "in the expected case", "in the hopeful case only", "in no case"]),
      monthly: Range,
      yearly: Range,
      payback_months: Schema.Struct({
        low: Schema.optionalKey(Schema.Finite), expected: Schema.optionalKey(Schema.Finite), high: Schema.optionalKey(Schema.Finite)
      }).annotate({ description: "Left out where it never pays back." }),
      provenance: Provenance
    })),
    steps: Schema.Array(Schema.Struct({ name: Schema.String, sum: Schema.String, ...three, unit: Schema.String })),
    ...calculation,
    assumptions: Schema.Array(Schema.Union([Assumption, AssumedRange])),
    rounding: Schema.String
  }),
  example: { monthly_revenue: 40_000, employee_count: 6, industry: "dental" }
})
