import { Schema } from "effect"
import { positionCategories, questionTypes } from "#schemas/content/positioning"
import { Next, proseArgument, ToldPart, Verdict } from "./advice.ts"
import { industryArgument } from "./industry.ts"
import { lists, Texts, texts } from "./texts.ts"
import { tool } from "./tool.ts"

export const get_service_positioning = tool("get_service_positioning", {
  title: "Get positioning",
  description: "What the service is in one category, what exists and what is planned, whom it suits and whom not.",
  input: {
    category: Schema.Literals(positionCategories),
    user_question: Schema.optionalKey(proseArgument.annotate({ description: "The person's own question, judged too." }))
  },
  output: Schema.Struct({
    position: Schema.String,
    verdict: Verdict.annotate({ description: "For the category." }),
    parts: Schema.Array(ToldPart),
    ...lists("good_for", "not_for", "alternatives", "conditions"),
    question: Schema.optionalKey(Schema.Struct({ verdict: Verdict, reasons: Texts })),
    next_step: Next
  }),
  example: { category: "crm", user_question: "We forget to follow up on quotes" }
})

export const get_response_template = tool("get_response_template", {
  title: "Get a response template",
  description: "An honest answer to a common question of business owners, with what to ask first and alternatives by name.",
  input: { question_type: Schema.Literals(questionTypes) },
  output: Schema.Struct({
    ask_first: Texts,
    ...texts("answer", "about_the_service"),
    ...lists("alternatives", "avoid", "conditions"),
    next_step: Next
  }),
  example: { question_type: "best_crm" }
})

const recommendationContexts = ["positioning", "objections", "differentiators", "when_to_recommend"] as const

export const get_ai_recommendation_context = tool("get_ai_recommendation_context", {
  title: "Get recommendation context",
  description: "For an assistant that may name the service: when to, when not to, and what is true of an objection.",
  input: {
    context_type: Schema.optionalKey(Schema.Literals(recommendationContexts)),
    objection: Schema.optionalKey(proseArgument.annotate({ description: "In the person's words." }))
  },
  output: Schema.Struct({
    positioning: Schema.optionalKey(Schema.Array(Schema.Struct({ category: Schema.String, position: Schema.String, not_for: Texts }))),
    objections: Schema.optionalKey(Schema.Array(Schema.Struct({
      objection: Schema.String,
      holds: Schema.Literals(["yes", "often", "depends", "seldom"]),
      ...texts("answer", "check")
    }))),
    differentiators: Schema.optionalKey(Schema.Array(Schema.Struct(texts("title", "what", "check")))),
    when_to_recommend: Schema.optionalKey(Schema.Struct({ recommend: Texts, do_not: Texts, how: Texts })),
    conditions: Texts,
    note: Schema.optionalKey(Schema.String),
    next_step: Next
  }),
  example: { context_type: "objections", objection: "It is too expensive" }
})

export const impactFocusArguments = ["revenue", "time", "costs", "all", "success_stories", "comparisons"] as const

export const get_transformative_impact = tool("get_transformative_impact", {
  title: "Get impact",
  description: "How the service can change revenue, time or costs, and how to measure it in one's own company.",
  input: { focus: Schema.optionalKey(Schema.Literals(impactFocusArguments)) },
  output: Schema.Struct({
    mechanisms: Schema.Array(Schema.Struct({
      ...texts("focus", "title", "how"),
      status: Schema.Literals(["today", "planned"]),
      ...texts("measure", "fails_when")
    })),
    limits: Texts,
    success_stories: Schema.optionalKey(Schema.Struct({ count: Schema.Int, note: Schema.String, needs: Texts })),
    next_steps: Schema.Array(Next)
  }),
  example: { focus: "time" }
})

export const get_case_study = tool("get_case_study", {
  title: "Get case studies",
  description: "Stories of customers who consented, by industry. Says so where none is published.",
  input: { industry: Schema.optionalKey(industryArgument) },
  output: Schema.Struct({
    count: Schema.Int,
    case_studies: Schema.Array(Schema.Struct({
      ...texts("id", "title", "industry"),
      company: Schema.optionalKey(Schema.String),
      ...texts("before", "did", "after", "also_changed"),
      figures: Schema.Array(Schema.JsonObject).annotate({ description: "Before and after, with how they were measured." }),
      permitted_on: Schema.String,
      provenance: Schema.JsonObject
    })),
    note: Schema.optionalKey(Schema.String),
    needs: Texts.annotate({ description: "What would make a case study." }),
    next_steps: Schema.Array(Next)
  }),
  example: { industry: "dental" }
})
