import { Schema } from "effect"
import { Identifier, Name, Prose } from "./prose.ts"
import { Provenance } from "./provenance.ts"

/** `available` works as it is; `by_webhook_or_api` needs something between that calls or is called; `planned` is not built. */
export const integrationStatuses = ["available", "by_webhook_or_api", "planned"] as const

const Platform = Schema.Struct({
  id: Identifier,
  name: Name,
  /** What else people call it, in lower case. */
  synonyms: Schema.Array(Name),
  /** Its public product category. */
  kind: Name,
  status: Schema.Literals(integrationStatuses),
  how: Prose,
  /** Of what is planned and can be had another way meanwhile. */
  meanwhile: Schema.optionalKey(Prose)
})
export type Platform = typeof Platform.Type

const Way = Schema.Struct({ way: Name, how: Prose, verbs: Schema.Array(Schema.String) })

/** `integrations.json`: platforms by name, and the ways that are open to any other. */
export const Integrations = Schema.Struct({
  provenance: Provenance,
  ways: Schema.NonEmptyArray(Way),
  platforms: Schema.NonEmptyArray(Platform)
})
