import { Schema } from "effect"
import { industryCategories } from "#schemas/content/industry"
import { Text } from "#schemas/kernel/text"
import { FoundIndustry, industryArgument } from "./industry.ts"
import { Texts, texts } from "./texts.ts"
import { tool } from "./tool.ts"

const category = Schema.optionalKey(Schema.Literals(industryCategories))

const blanks = Texts.annotate({ description: "What the business fills in; each stands as {{name}} in the answers." })

const Answered = Schema.Struct({
  question: Schema.String,
  answer: Schema.String.annotate({ description: "A skeleton with blanks like {{phone}}." })
}).annotate({ identifier: "TemplateAnswer" })

export const get_industry_kb_template = tool("get_industry_kb_template", {
  title: "Get an industry's knowledge-base template",
  description: "What customers of an industry ask, with answer skeletons to fill in. With business_question, only what answers it.",
  input: {
    industry: industryArgument,
    business_question: Schema.optionalKey(Text.check(Schema.isMinLength(1), Schema.isMaxLength(1_000)))
  },
  output: Schema.Struct({
    template_id: Schema.String,
    version: Schema.Int,
    industry: FoundIndustry,
    ...texts("about", "as_of"),
    questions: Schema.Int.annotate({ description: "How many the whole template has." }),
    sections: Schema.optionalKey(Schema.Array(Schema.Struct({ id: Schema.String, title: Schema.String, questions: Schema.Array(Answered) }))),
    matches: Schema.optionalKey(Schema.Array(Schema.Struct({ section: Schema.String, ...Answered.fields })))
      .annotate({ description: "For a business_question: the best first; empty where none fits." }),
    blanks,
    note: Schema.String
  }),
  example: { industry: "dental", business_question: "Do you take my insurance?" }
})

export const list_available_kb_templates = tool("list_available_kb_templates", {
  title: "List knowledge-base templates",
  description: "Every industry that has a knowledge-base template, by sector, with the template_id that other tools take.",
  input: {},
  output: Schema.Struct({
    total: Schema.Int,
    sectors: Schema.Array(Schema.Struct({
      sector: Schema.String,
      category,
      templates: Schema.Array(Schema.Struct(texts("template_id", "name")))
    })),
    note: Schema.String
  }),
  example: {}
})
