import { Schema } from "effect"
import { line } from "#schemas/kernel/text"
import { PageId, PostId } from "./ids.ts"

export const SiteTemplateId = line(60).annotate({ description: "The id of a template, as `list_site_templates` has it.", examples: ["kb_salon_v1"] })

export const SiteTemplate = Schema.Struct({
  id: Schema.String.annotate({ examples: ["kb_salon_v1"] }),
  name: Schema.String.annotate({ examples: ["Hair salon"] }),
  sector: Schema.String.annotate({ examples: ["Beauty and wellness"] }),
  about: Schema.String.annotate({ examples: ["Cuts, colours and styles hair for women, men and children."] })
}).annotate({ identifier: "SiteTemplate", description: "What a site of one industry is made from." })

export const SiteTemplates = Schema.Struct({ templates: Schema.Array(SiteTemplate) }).annotate({ identifier: "SiteTemplates" })

const MadePage = Schema.Struct({
  id: PageId, path: Schema.String.annotate({ examples: ["/services"] }), title: Schema.String.annotate({ examples: ["Services"] })
}).annotate({ identifier: "MadePage" })

const MadePost = Schema.Struct({
  id: PostId, slug: Schema.String.annotate({ examples: ["welcome"] }), title: Schema.String.annotate({ examples: ["Welcome"] })
}).annotate({ identifier: "MadePost" })

const MissingFact = Schema.Struct({
  fact: Schema.String.annotate({ description: "What only the company knows.", examples: ["cancellation_notice"] }),
  where: Schema.Array(Schema.String).annotate({ description: "What was left out for want of it.", examples: [["/questions: What if I have to cancel?"]] })
}).annotate({ identifier: "MissingFact" })
export type MissingFact = typeof MissingFact.Type

export const AppliedTemplate = Schema.Struct({
  template_id: Schema.String.annotate({ examples: ["kb_salon_v1"] }),
  pages: Schema.Array(MadePage).annotate({ description: "Drafts that were made." }),
  posts: Schema.Array(MadePost).annotate({ description: "Drafts that were made." }),
  kept: Schema.Array(Schema.String).annotate({ description: "Paths where something was already: it stays as it is.", examples: [["/about"]] }),
  navigation_set: Schema.Boolean.annotate({ description: "False where the site has a navigation of its own." }),
  design_set: Schema.Boolean.annotate({ description: "False where the site has a design of its own." }),
  missing: Schema.Array(MissingFact).annotate({ description: "What to ask the company for. Sentences that need it were left out." })
}).annotate({ identifier: "AppliedTemplate" })
