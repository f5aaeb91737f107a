import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { defaulted } from "#schemas/kernel/defaulted"
import { operation } from "#schemas/kernel/endpoints"
import { SiteTemplateId } from "#schemas/website/site-template"
import { EntryId } from "./ids.ts"
import { Audience } from "./passage.ts"

const Made = Schema.Struct({
  id: EntryId,
  title: Schema.String.annotate({ examples: ["Can I return something I simply do not like?"] }),
  status: Schema.Literals(["draft", "published"]).annotate({ examples: ["draft"] }),
  questions: Schema.Array(Schema.String).annotate({ description: "What only the company can answer.", examples: [["return period"]] })
}).annotate({ identifier: "MadeKbEntry" })

const Applied = Schema.Struct({
  template_id: Schema.String.annotate({ examples: ["kb_salon_v1"] }),
  entries: Schema.Array(Made).annotate({ description: "Entries that were made." }),
  kept: Schema.Int.annotate({ description: "Questions of the template for which there is an entry already: it stays as it is.", examples: [0] }),
  missing: Schema.Array(Schema.Struct({
    fact: Schema.String.annotate({ description: "What only the company knows.", examples: ["return_period"] }),
    entries: Schema.Int.annotate({ description: "How many of the entries wait for it.", examples: [2] })
  })).annotate({ description: "What to ask the company for, the most wanted first." })
}).annotate({ identifier: "AppliedKbTemplate" })

export const apply_kb_template = operation.create("apply_kb_template", "/templates/:template_id/apply", Schema.Struct({
  audience: defaulted(Audience, "public")
}).annotate({ identifier: "KbTemplateUse" }), Applied.pipe(HttpApiSchema.status(201)), {
  params: { template_id: SiteTemplateId },
  summary: "Make entries from a template",
  description: "Makes an entry of each question that customers of an industry ask, filled with the company's own facts from its settings. Nothing is invented: what " +
    "nobody has said stays a blank in the text and becomes an open question of a draft; only entries without blanks are published. Entries that were made " +
    "from the template before stay as they are. `list_site_templates` and the public tools name the templates.",
  curated: true
})
