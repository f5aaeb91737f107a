import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { Id } from "#schemas/kernel/ids"
import { Tier } from "#schemas/kernel/tenancy"
import { line } from "#schemas/kernel/text"

/** Industries of the content pack for which there are first records: one of each of its groups. */
export const startingIndustries = [
  "salon", "retail_store", "restaurant", "home_services", "dental", "fitness", "professional_services", "construction", "auto_repair"
] as const
export type StartingIndustry = typeof startingIndustries[number]

export const recordKinds = [
  "opening_hours", "resource", "service", "product", "collection", "location", "pipeline", "custom_field", "segment", "sms_template", "kb_entry"
] as const
export type RecordKind = typeof recordKinds[number]

const kind = Schema.Literals(recordKinds).annotate({ examples: ["service"] })

export const IndustryTemplateId = line(60).annotate({ description: "The id of a template, as `list_industry_templates` has it.", examples: ["salon"] })

const name = Schema.String.annotate({ examples: ["Cut and blow-dry"] })
const tier = Schema.NullOr(Tier).annotate({ description: "The tier that it takes, where the company's is lower: it is left out." })

const TemplateRecord = Schema.Struct({
  kind, name, tier,
  there: Schema.Boolean.annotate({ description: "The company has one of this name already, which stays as it is." })
}).annotate({ identifier: "IndustryTemplateRecord" })
export type TemplateRecord = typeof TemplateRecord.Type

export const IndustryTemplates = Schema.Struct({
  templates: Schema.Array(Schema.Struct({
    id: Schema.String.annotate({ examples: ["salon"] }),
    name: Schema.String.annotate({ examples: ["Hair salon"] }),
    about: Schema.String.annotate({ examples: ["Two chairs, the usual treatments, care products to sell on, and the texts that clients get."] }),
    records: Schema.Array(TemplateRecord).annotate({ description: "What it makes, in this order; `kb_entry` stands once for all questions of the industry." })
  }).annotate({ identifier: "IndustryTemplate", description: "First records for a company of one industry." }))
}).annotate({ identifier: "IndustryTemplates" })

export const IndustryTemplateUse = Schema.Struct({
  leave_out: defaulted(Schema.Array(kind).check(Schema.isMaxLength(recordKinds.length)).annotate({
    description: "Kinds of records that are not to be made.", examples: [["kb_entry"]]
  }), [])
}).annotate({ identifier: "IndustryTemplateUse" })

export const AppliedIndustryTemplate = Schema.Struct({
  template_id: Schema.String.annotate({ examples: ["salon"] }),
  made: Schema.Array(Schema.Struct({
    kind, name, id: Id.annotate({ description: "Of the record; of `opening_hours`, which are settings, the company's.", examples: [42] })
  }).annotate({ identifier: "MadeIndustryRecord" })),
  kept: Schema.Array(Schema.Struct({ kind, name }).annotate({ identifier: "KeptIndustryRecord" })).annotate({
    description: "What the company had already: it stays as it is."
  }),
  left_out: Schema.Array(Schema.Struct({ kind, name, tier }).annotate({ identifier: "LeftOutIndustryRecord" })).annotate({
    description: "What was not to be made, takes another tier, or needs something else that was left out."
  })
}).annotate({ identifier: "AppliedIndustryTemplate" })
export type AppliedIndustryTemplate = typeof AppliedIndustryTemplate.Type
