import { Schema } from "effect"
import { Availability, Identifier, Name, Prose } from "./prose.ts"
import { Provenance } from "./provenance.ts"

const Protocol = Schema.Struct({
  id: Identifier,
  name: Name,
  status: Availability,
  /** Where it is spoken, on the service's own host; nothing where the other side is called. */
  path: Schema.NullOr(Schema.String.check(Schema.isPattern(/^\/[^\s]*$/u, { expected: "a path like /api/mcp" }))),
  authentication: Name,
  how: Prose
})

const Partner = Schema.Struct({
  id: Identifier,
  name: Name,
  synonyms: Schema.Array(Name),
  /** Protocols that it connects by, the best first. */
  protocols: Schema.NonEmptyArray(Identifier),
  how: Prose
})

/** `interoperability.json`: how AI platforms reach the service. */
export const Interoperability = Schema.Struct({
  provenance: Provenance,
  protocols: Schema.NonEmptyArray(Protocol),
  platforms: Schema.NonEmptyArray(Partner),
  /** What is said to a platform that is not listed. */
  others: Prose
})
