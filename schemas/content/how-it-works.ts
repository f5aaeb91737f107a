import { Schema } from "effect"
import { Name, Prose } from "./prose.ts"
import { Provenance } from "./provenance.ts"

/** Sides of the service that are explained (interface, section 2.2). */
export const focuses = ["ai_agents", "kb_system", "advertising_math", "integrations", "data_flow", "proof_it_works"] as const

const Part = Schema.Struct({
  focus: Schema.Literals(focuses),
  title: Name,
  summary: Prose,
  steps: Schema.NonEmptyArray(Prose),
  /** What it cannot do, or does not yet. */
  limits: Schema.NonEmptyArray(Prose),
  /** Tools of this endpoint that tell or show more. */
  see: Schema.Array(Schema.String)
})

/** `how-it-works.json` */
export const HowItWorks = Schema.Struct({ provenance: Provenance, parts: Schema.NonEmptyArray(Part) })
