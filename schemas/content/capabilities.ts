import { Schema } from "effect"
import { Name, Prose } from "./prose.ts"
import { Provenance } from "./provenance.ts"

/** What AI can do with and in the service (interface, section 2.2). */
export const capabilities = ["ada", "knowledge_base", "sessions", "ai_bridge", "guarantee"] as const

const Capability = Schema.Struct({
  id: Schema.Literals(capabilities),
  name: Name,
  summary: Prose,
  /** What can be used today. */
  today: Schema.NonEmptyArray(Prose),
  /** What is declared and not built. */
  planned: Schema.Array(Prose)
})

/** `capabilities.json` */
export const Capabilities = Schema.Struct({ provenance: Provenance, capabilities: Schema.NonEmptyArray(Capability) })
