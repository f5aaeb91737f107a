import { Schema } from "effect"
import { Availability, Identifier, Name, Prose } from "./prose.ts"
import { Provenance } from "./provenance.ts"

const Agent = Schema.Struct({
  id: Identifier,
  name: Name,
  /** What else people call the role, in lower case. */
  synonyms: Schema.Array(Name),
  status: Availability,
  /** What the role is for, in a sentence or two. */
  does: Prose,
  /** Operations of the REST API that it works with; what they need and whether a person must agree follows from the contract. */
  verbs: Schema.Array(Schema.String),
  /** What it leaves to a person, beside what the service refuses without one. */
  hands_over: Schema.NonEmptyArray(Prose),
  /** Of a planned role: what has to be built first. */
  waits_for: Schema.optionalKey(Prose)
})
export type Agent = typeof Agent.Type

/** `agents.json`: roles that an AI agent can take in a company's work. */
export const Agents = Schema.Struct({ provenance: Provenance, agents: Schema.NonEmptyArray(Agent) })
