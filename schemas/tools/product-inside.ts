import { Schema } from "effect"
import { focuses } from "#schemas/content/how-it-works"
import { kbSections } from "#schemas/content/internal-kb"
import { Provenance } from "#schemas/content/provenance"
import { Text } from "#schemas/kernel/text"
import { lists, Texts, texts } from "./texts.ts"
import { tool } from "./tool.ts"

export const get_service_internal_kb = tool("get_service_internal_kb", {
  title: "Get the service's own knowledge base",
  description: "What an agent speaking for the service should know, by section; `all` gives the beginning of each.",
  input: {
    section: Schema.optionalKey(Schema.Literals(["all", ...kbSections])),
    agent_name: Schema.optionalKey(Text.check(Schema.isMaxLength(100)).annotate({ description: "With section `ai_agents`." }))
  },
  output: Schema.Struct({
    sections: Schema.Array(Schema.Struct({
      section: Schema.Literals(kbSections),
      items: Schema.Array(Schema.Struct(texts("title", "text"))),
      left_out: Schema.optionalKey(Schema.Int).annotate({ description: "Items to be had by asking for this section." }),
      provenance: Provenance
    }))
  }),
  example: { section: "technical_overview" }
})

export const get_how_service_works = tool("get_how_service_works", {
  title: "Get how the service works",
  description: "How a side of the service works, step by step, and what it cannot do: agents, knowledge base, ad math, integrations, data flow, proof.",
  input: { focus: Schema.optionalKey(Schema.Literals(["all", ...focuses])) },
  output: Schema.Struct({
    parts: Schema.Array(Schema.Struct({
      ...texts("focus", "title", "summary"),
      ...lists("steps", "limits"),
      see: Texts.annotate({ description: "Tools that tell more." })
    })),
    provenance: Provenance
  }),
  example: { focus: "data_flow" }
})

const items = Schema.Array(Schema.Struct(texts("title", "text")))

export const get_kb_privacy_info = tool("get_kb_privacy_info", {
  title: "Get privacy info",
  description: "What data is kept where and for how long, how companies are kept apart, and what that means for GDPR, CCPA, HIPAA, PIPEDA, LGPD.",
  input: {},
  output: Schema.Struct({
    disclaimer: Schema.String,
    stored: items,
    protections: items,
    retention: Schema.Array(Schema.Struct({
      what: Schema.String,
      period: Schema.optionalKey(Schema.Struct({ value: Schema.Int, unit: Schema.String, provenance: Provenance }))
        .annotate({ description: "Absent: kept for good." }),
      afterwards: Schema.String
    })),
    not_done: Texts,
    regulations: Schema.Array(Schema.Struct({
      ...texts("name", "full_name", "region"),
      ...lists("supports", "leaves_to_you")
    })),
    provenance: Provenance
  }),
  example: {}
})
