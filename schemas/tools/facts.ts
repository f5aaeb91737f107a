import { Schema } from "effect"
import { Provenance } from "#schemas/content/provenance"
import { tiers } from "#schemas/kernel/tenancy"
import { Timestamp } from "#schemas/kernel/time"
import { Text } from "#schemas/kernel/text"
import { Texts, texts } from "./texts.ts"
import { tool } from "./tool.ts"

const words = (most: number) => Text.check(Schema.isMaxLength(most))

const statusServices = ["api", "dashboard", "ai_agents", "payments", "database", "cdn"] as const

const Status = Schema.Literals(["operational", "degraded", "unavailable", "simulated", "not_configured"])

export const get_platform_status = tool("get_platform_status", {
  title: "Get platform status",
  description: "Whether the parts of the platform work, checked at this moment. For reports of an outage.",
  input: { service: Schema.optionalKey(Schema.Literals(["all", ...statusServices])) },
  output: Schema.Struct({
    status: Status,
    checked_at: Timestamp,
    services: Schema.Array(Schema.Struct({
      service: Schema.Literals([...statusServices, "email", "durable_work"]),
      status: Status,
      detail: Schema.String
    }))
  }),
  example: { service: "all" },
  nature: "live"
})

export const get_api_docs = tool("get_api_docs", {
  title: "Find operations of the REST API",
  description: "Operations of the REST API by path, verb, category or words: method, scope, consent, input, link to the docs.",
  input: { endpoint: Schema.optionalKey(words(200).annotate({ description: "Like /crm/contacts, create_deal, webhooks or merge duplicates." })) },
  output: Schema.Struct({
    total: Schema.Int,
    endpoints: Schema.Array(Schema.Struct({
      ...texts("method", "path", "verb", "category", "summary", "scope"),
      tier: Schema.Literals(tiers),
      requires_consent: Schema.Boolean,
      input: Schema.optionalKey(Schema.Array(Schema.Struct({
        name: Schema.String, type: Schema.String, required: Schema.Boolean, description: Schema.optionalKey(Schema.String)
      }))).annotate({ description: "Left out where many are found: ask by path or verb." }),
      docs_url: Schema.String
    })),
    categories: Texts,
    openapi_url: Schema.String,
    provenance: Provenance
  }),
  example: { endpoint: "/crm/contacts" },
  exact: true
})

export const get_mcc_codes = tool("get_mcc_codes", {
  title: "Get merchant category codes",
  description: "Merchant category codes (ISO 18245) by code, industry or words. Without arguments: the groups of codes.",
  input: {
    category: Schema.optionalKey(words(100).annotate({ description: "Industry or words, like dentist." })),
    mcc_code: Schema.optionalKey(words(100).annotate({ description: "Four digits, like 8021." }))
  },
  output: Schema.Struct({
    total: Schema.Int,
    codes: Schema.Array(Schema.Struct({
      ...texts("mcc", "description", "group"),
      industries: Texts.annotate({ description: "That usually get this code." })
    })),
    groups: Schema.optionalKey(Schema.Array(Schema.Struct({ from: Schema.String, to: Schema.String, name: Schema.String, count: Schema.Int }))),
    provenance: Provenance
  }),
  example: { category: "dentist" }
})
