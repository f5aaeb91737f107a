import { Schema } from "effect"
import { howToCategories } from "#schemas/content/how-tos"
import { Availability } from "#schemas/content/prose"
import { Provenance } from "#schemas/content/provenance"
import { tier, topicArgument } from "./product-parts.ts"
import { Texts, texts } from "./texts.ts"
import { tool } from "./tool.ts"

export const get_faq = tool("get_faq", {
  title: "Get FAQ",
  description: "Answers to frequent questions about the service, its data, limits and plans. For a short factual question.",
  input: { topic: Schema.optionalKey(topicArgument.annotate({ description: "Words to filter by; without, everything." })) },
  output: Schema.Struct({
    entries: Schema.Array(Schema.Struct({
      topic: Schema.String, question: Schema.String, answer: Schema.String, provenance: Schema.optionalKey(Provenance)
    })),
    topics: Texts.annotate({ description: "Other topics; the nearest where nothing was found." }),
    provenance: Provenance
  }),
  example: { topic: "webhooks" }
})

export const get_how_to = tool("get_how_to", {
  title: "Get how-to",
  description: "Step-by-step instructions for a task, with the API operations they use. For questions of how something is done.",
  input: {
    topic: Schema.optionalKey(topicArgument),
    category: Schema.optionalKey(Schema.Literals(["all", ...howToCategories]))
  },
  output: Schema.Struct({
    how_tos: Schema.Array(Schema.Struct({
      ...texts("title", "category"),
      status: Availability,
      goal: Schema.String,
      steps: Texts,
      operations: Texts.annotate({ description: "Like `create_contact: POST /api/v1/crm/contacts`." }),
      tier: Schema.optionalKey(tier)
    })),
    topics: Texts.annotate({ description: "Titles of others; the nearest where nothing was found." }),
    provenance: Provenance
  }),
  example: { topic: "import contacts" }
})
