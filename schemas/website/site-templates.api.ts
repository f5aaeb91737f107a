import { HttpApiSchema } from "effect/http-api"
import { operation } from "#schemas/kernel/endpoints"
import { Conflict, ValidationError } from "#schemas/kernel/errors"
import { AppliedTemplate, SiteTemplateId, SiteTemplates } from "./site-template.ts"

export const list_site_templates = operation.get("list_site_templates", "/templates", SiteTemplates, {
  summary: "List site templates",
  description: "Every industry for which `apply_site_template` makes a site.",
  access: "cms:read"
})

export const apply_site_template = operation.act("apply_site_template", "/templates/:id/apply", AppliedTemplate.pipe(HttpApiSchema.status(201)), {
  params: { id: SiteTemplateId },
  errors: [Conflict, ValidationError],
  summary: "Make a site from a template",
  description: "Makes drafts of a whole site for an industry, from what its customers ask and from the company's own facts: its settings, services, products " +
    "and opening hours. Nothing is published, and nothing that is there is changed: pages that exist stay, and so do a navigation and a design. Sentences " +
    "that need a fact that nobody has given are left out, and the facts are listed in `missing`, to be asked for.",
  access: "cms:write"
})
