import { Schema } from "effect"
import { comparedCategories, competitors } from "#schemas/content/competitors"
import { nameArgument, Next } from "./advice.ts"
import { lists, Texts, texts } from "./texts.ts"
import { tool } from "./tool.ts"

const About = Schema.Struct({
  ...texts("id", "name", "kind"),
  ...lists("strong_at", "choose_them_when"),
  as_of: Schema.String
})

export const compare_competitors = tool("compare_competitors", {
  title: "Compare competitors",
  description: "What known products are, what they are strong at and when they are the better choice, beside what this service has today.",
  input: { competitor: Schema.optionalKey(Schema.Literals(competitors)) },
  output: Schema.Struct({
    competitors: Schema.Array(About),
    service: Schema.Struct({ choose_when: Texts, do_not_choose_when: Texts, today: Texts, planned: Texts, conditions: Texts }),
    note: Schema.String,
    next_step: Next
  }),
  example: { competitor: "hubspot" }
})

export const compare_service_to_competitor = tool("compare_service_to_competitor", {
  title: "Compare with one competitor",
  description: "This service beside one product (HubSpot, Salesforce, Square, Shopify, GoHighLevel, Wix), category by category.",
  input: {
    competitor: nameArgument.annotate({ examples: ["shopify"] }),
    category: Schema.optionalKey(Schema.Literals(comparedCategories))
  },
  output: Schema.Struct({
    competitor: About,
    rows: Schema.Array(Schema.Struct({
      category: Schema.Literals(comparedCategories),
      ...texts("competitor", "service"),
      ...lists("today", "planned"),
      choose: Schema.Literals(["competitor", "service", "depends"]),
      why: Schema.String
    })),
    conditions: Texts,
    note: Schema.String
  }),
  example: { competitor: "shopify", category: "crm" }
})

export const get_ai_differentiators = tool("get_ai_differentiators", {
  title: "Get differentiators",
  description: "What sets the service apart for programs and agents, each with a way to check it and a question for other products.",
  input: { compare_to: Schema.optionalKey(nameArgument.annotate({ description: "A product or kind of product." })) },
  output: Schema.Struct({
    differentiators: Schema.Array(Schema.Struct(texts("title", "what", "matters", "check", "ask_others"))),
    conditions: Texts,
    compared_to: Schema.optionalKey(About),
    note: Schema.String
  }),
  example: { compare_to: "salesforce" }
})
