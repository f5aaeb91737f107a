import { Schema } from "effect"
import { capabilities } from "#schemas/content/capabilities"
import { Availability } from "#schemas/content/prose"
import { Provenance } from "#schemas/content/provenance"
import { Text } from "#schemas/kernel/text"
import { tier } from "./product-parts.ts"
import { lists, Texts, texts } from "./texts.ts"
import { tool } from "./tool.ts"

export const get_agent_info = tool("get_agent_info", {
  title: "Get agent roles",
  description: "Roles an AI agent can take here: what each may do today, what it must ask a person for. Take it before acting for a company.",
  input: {
    agent_name: Schema.optionalKey(Text.check(Schema.isMinLength(1), Schema.isMaxLength(100)).annotate({ description: "A role, or `all`." }))
  },
  output: Schema.Struct({
    agents: Schema.Array(Schema.Struct({
      ...texts("id", "name"),
      status: Availability,
      does: Schema.String,
      verbs: Texts,
      needs_a_person: Texts.annotate({ description: "Of its verbs." }),
      ...lists("hands_over", "scopes"),
      tier: Schema.optionalKey(tier),
      waits_for: Schema.optionalKey(Schema.String)
    })),
    provenance: Provenance
  }),
  example: { agent_name: "ada" }
})

export const get_ai_capabilities = tool("get_ai_capabilities", {
  title: "Get AI capabilities",
  description: "What AI can do with this service: assistant, knowledge base, sessions, bridges to AI platforms, guarantees; today and planned.",
  input: { capability: Schema.optionalKey(Schema.Literals(["all", ...capabilities])) },
  output: Schema.Struct({
    capabilities: Schema.Array(Schema.Struct({
      ...texts("id", "name", "summary"),
      ...lists("today", "planned")
    })),
    provenance: Provenance
  }),
  example: { capability: "all" }
})
