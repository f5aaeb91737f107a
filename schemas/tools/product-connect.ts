import { Schema } from "effect"
import { integrationStatuses } from "#schemas/content/integrations"
import { Availability } from "#schemas/content/prose"
import { Provenance } from "#schemas/content/provenance"
import { platformArgument } from "./product-parts.ts"
import { Texts, texts } from "./texts.ts"
import { tool } from "./tool.ts"

export const get_integration_info = tool("get_integration_info", {
  title: "Get integration info",
  description: "Whether and how the service works with a named product (accounting, mail, shop, chat, automation): today, by webhook or API, or planned.",
  input: { platform: platformArgument },
  output: Schema.Struct({
    platform: Schema.String,
    listed: Schema.Boolean,
    kind: Schema.optionalKey(Schema.String),
    status: Schema.Literals(integrationStatuses),
    how: Schema.String,
    meanwhile: Schema.optionalKey(Schema.String),
    ways: Schema.Array(Schema.Struct({ way: Schema.String, how: Schema.String, operations: Texts })),
    nearest: Schema.optionalKey(Texts),
    provenance: Provenance
  }),
  example: { platform: "zapier" }
})

export const get_ai_interoperability = tool("get_ai_interoperability", {
  title: "Get AI interoperability",
  description: "How AI platforms and agents connect to this service: MCP, plain tool requests, REST, webhooks; with addresses.",
  input: { platform: Schema.optionalKey(platformArgument.annotate({ description: "An AI platform, like `claude`." })) },
  output: Schema.Struct({
    platforms: Schema.Array(Schema.Struct({
      id: Schema.String, name: Schema.String, protocols: Texts, how: Schema.String
    })),
    protocols: Schema.Array(Schema.Struct({
      ...texts("id", "name"),
      status: Availability,
      address: Schema.optionalKey(Schema.String),
      ...texts("authentication", "how")
    })),
    note: Schema.optionalKey(Schema.String),
    provenance: Provenance
  }),
  example: { platform: "claude" }
})
