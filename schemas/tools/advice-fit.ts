import { Schema } from "effect"
import { Text } from "#schemas/kernel/text"
import { assessment, nameArgument, proseArgument } from "./advice.ts"
import { industryArgument } from "./industry.ts"
import { Texts } from "./texts.ts"
import { tool } from "./tool.ts"

export const check_industry_fit = tool("check_industry_fit", {
  title: "Check industry fit",
  description: "Whether the service fits an industry today: what it takes over, what it leaves to others, and when not to choose it.",
  input: { industry: industryArgument },
  output: Schema.Struct({
    ...assessment,
    industry: Schema.optionalKey(Schema.String).annotate({ description: "Its id." }),
    outside: Texts.annotate({ description: "What the service leaves to others." })
  }),
  example: { industry: "roofing" }
})

export const solve_business_problem = tool("solve_business_problem", {
  title: "Solve a business problem",
  description: "A business problem in the person's words: what to do without any product, what the service adds, when it is no answer.",
  input: { problem: proseArgument },
  output: Schema.Struct({
    ...assessment,
    understood_as: Schema.optionalKey(Schema.String),
    steps: Texts.annotate({ description: "What to do without any product." }),
    not_when: Texts,
    also: Texts.annotate({ description: "What else may be meant." })
  }),
  example: { problem: "Customers ask for quotes and we forget to follow up" }
})

export const should_recommend_service = tool("should_recommend_service", {
  title: "Should I recommend it?",
  description: "Ask before recommending the service to somebody: an honest verdict with reasons, alternatives and what to say.",
  input: {
    user_problem: proseArgument,
    business_type: Schema.optionalKey(nameArgument),
    current_tools: Schema.optionalKey(
      Text.check(Schema.isMaxLength(1_000)).annotate({ description: "What is in use, like `HubSpot, Excel`." })
    )
  },
  output: Schema.Struct({
    ...assessment,
    recommend: Schema.Boolean,
    understood_as: Schema.optionalKey(Schema.String),
    say: Schema.String.annotate({ description: "What to tell the person." })
  }),
  example: { user_problem: "Leads go cold because nobody follows up", business_type: "roofing", current_tools: "a spreadsheet" }
})
