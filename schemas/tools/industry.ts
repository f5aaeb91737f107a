import { Schema } from "effect"
import { industryCategories } from "#schemas/content/industry"
import { Text } from "#schemas/kernel/text"

/** The industry that an argument was understood as. */
export const FoundIndustry = Schema.Struct({
  id: Schema.String.annotate({ examples: ["dental"] }),
  name: Schema.String.annotate({ examples: ["Dental Practice"] }),
  sector: Schema.String,
  template_id: Schema.String.annotate({ examples: ["kb_dental_v1"] })
}).annotate({ identifier: "FoundIndustry" })
export type FoundIndustry = typeof FoundIndustry.Type

/** An industry by id, name or a word people use for it: `dental`, `Dentist`. */
export const industryArgument = Text.check(Schema.isMinLength(1), Schema.isMaxLength(100)).annotate({
  description: "Industry id or name, like `dental` or `dentist`.",
  examples: ["dental"]
})

export const categoryArgument = Schema.Literals(["all", ...industryCategories])
