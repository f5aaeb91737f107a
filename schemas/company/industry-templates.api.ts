import { operation } from "#schemas/kernel/endpoints"
import { Conflict } from "#schemas/kernel/errors"
import { AppliedIndustryTemplate, IndustryTemplateId, IndustryTemplates, IndustryTemplateUse } from "./industry-template.ts"

export const list_industry_templates = operation.get("list_industry_templates", "/industry-templates", IndustryTemplates, {
  summary: "List industry templates",
  description: "The industries for which there are first records, with what each would make for this company now and what is there already.",
  access: "session",
  role: "admin"
})

export const apply_industry_template = operation.create("apply_industry_template", "/industry-templates/:id/apply", IndustryTemplateUse, AppliedIndustryTemplate, {
  params: { id: IndustryTemplateId },
  errors: [Conflict],
  summary: "Fill the company with an industry's first records",
  description: "Makes the first records of an industry: opening hours, what can be booked, what is sold, where it lies, ways to a sale, texts and what customers " +
    "ask. What is there by the same name stays as it is, so that it can be done again. Nothing is shown to visitors yet but answers of the knowledge base that " +
    "need no fact of the company's own: services are not booked online, and products are drafts with example prices.",
  access: "session",
  role: "admin"
})
