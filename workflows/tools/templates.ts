import { Effect } from "effect"
import { currentContent } from "#layers/content/content-store"
import type { ToolInput } from "#schemas/tools/catalog"
import { foundIndustry, industryOf, templateId } from "./industries.ts"
import { matching } from "./template-search.ts"
import { blanksIn, templateOf } from "./template.ts"

const MOST_MATCHES = 3

const nothingFits =
  "None of this template's questions is about that: ask without business_question for all of them, or answer it from what the business knows."

export const get_industry_kb_template = Effect.fnUntraced(function*({ business_question, industry }: ToolInput<"get_industry_kb_template">) {
  const template = templateOf(yield* currentContent, yield* industryOf(industry))
  const { known, questions, sections, template_id, version } = template
  const head = {
    template_id, version, industry: foundIndustry(known), about: known.industry.about, as_of: known.sector.as_of, questions
  }
  if (business_question === undefined) {
    return {
      ...head,
      sections,
      blanks: blanksIn(sections.flatMap(({ questions }) => questions.map(({ answer }) => answer))),
      note: "Ask the business for each blank before an answer is used; what it does not offer is left out."
    }
  }
  const matches = matching(template, business_question, MOST_MATCHES)
  return {
    ...head,
    matches,
    blanks: blanksIn(matches.map(({ answer }) => answer)),
    note: matches.length === 0 ? nothingFits : "Fill the blanks with what the business says; nothing else in an answer is about this one business."
  }
})

export const list_available_kb_templates = Effect.fnUntraced(function*() {
  const content = yield* currentContent
  const sectors = content.templates.map((sector) => ({
    sector: sector.name,
    ...sector.category !== null && { category: sector.category },
    templates: sector.industries.map((industry) => ({
      template_id: templateId(industry.id),
      name: industry.name
    }))
  }))
  return {
    total: sectors.reduce((sum, { templates }) => sum + templates.length, 0),
    sectors,
    note: "get_industry_kb_template gives one, also by what people call the industry."
  }
})
