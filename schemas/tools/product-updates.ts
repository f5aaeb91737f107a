import { Schema } from "effect"
import { Provenance } from "#schemas/content/provenance"
import { updateCategories } from "#schemas/content/updates"
import { dayArgument } from "./product-parts.ts"
import { texts } from "./texts.ts"
import { tool } from "./tool.ts"

const Told = Schema.Struct({
  ...texts("title", "category"),
  status: Schema.Literals(["released", "planned"]),
  date: Schema.optionalKey(Schema.String),
  text: Schema.String
})

export const get_updates = tool("get_updates", {
  title: "Get updates",
  description: "What is new in the service and what is to come. Says when no date is promised.",
  input: {
    type: Schema.optionalKey(Schema.Literals(["recent", "all", "upcoming"]).annotate({ description: "`recent` (default): the last three." }))
  },
  output: Schema.Struct({ updates: Schema.Array(Told), note: Schema.optionalKey(Schema.String), provenance: Provenance }),
  example: { type: "recent" },
  nature: "live"
})

export const get_kb_updates = tool("get_kb_updates", {
  title: "Get knowledge updates",
  description: "What changed in templates, benchmarks, patterns, pricing and features since a day; to refresh what you remember of it.",
  input: {
    since: Schema.optionalKey(dayArgument.annotate({ description: "YYYY-MM-DD; default: the last 30 days." })),
    category: Schema.optionalKey(Schema.Literals(["all", ...updateCategories]))
  },
  output: Schema.Struct({
    since: Schema.String,
    updates: Schema.Array(Told),
    templates: Schema.optionalKey(Schema.Array(Schema.Struct({ sector: Schema.String, industries: Schema.Int, as_of: Schema.String })))
      .annotate({ description: "Sectors whose knowledge-base templates were written since." }),
    provenance: Provenance
  }),
  example: { category: "all" },
  nature: "live"
})
