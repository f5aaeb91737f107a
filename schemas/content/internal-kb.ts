import { Schema } from "effect"
import { Item, Name, Prose } from "./prose.ts"
import { Provenance } from "./provenance.ts"

/** What an agent that speaks for the service should know (interface, section 2.2). */
export const kbSections = [
  "company_profile", "value_proposition", "ai_agents", "pricing", "growth_strategies", "customer_success", "competitive_landscape",
  "technical_overview", "ai_growth_instructions", "faqs", "resources"
] as const
export type KbSection = typeof kbSections[number]

const items = Schema.NonEmptyArray(Item)

/** `internal-kb.json`: only what no other file of the content tells; the rest of each section is taken from there. */
export const InternalKb = Schema.Struct({
  provenance: Provenance,
  company_profile: items,
  customer_success: items,
  competitive_landscape: items,
  technical_overview: items,
  ai_growth_instructions: items,
  /** On the service's own host. */
  resources: Schema.NonEmptyArray(Schema.Struct({ title: Name, path: Schema.String.check(Schema.isPattern(/^\//u, { expected: "a path like /docs" })), text: Prose }))
})
