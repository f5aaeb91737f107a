import { Schema } from "effect"
import { Day } from "#schemas/kernel/time"
import { PartIds, Words } from "./advice.ts"
import { Identifier } from "./prose.ts"

/** Of a customer's story only the operator can answer for it. */
const Stated = Schema.Struct({
  source: Schema.Literal("operator"),
  as_of: Day,
  sample_size: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThan(0))),
  note: Schema.optionalKey(Schema.String)
})

const CaseStudy = Schema.Struct({
  id: Identifier,
  title: Words,
  /** An industry of the templates. */
  industry: Identifier,
  /** Only where the permission allows it. */
  company: Schema.optionalKey(Words),
  before: Words,
  did: Words,
  after: Words,
  /** What else changed at the same time, so that a reader can judge. */
  also_changed: Words,
  figures: Schema.Array(Schema.Struct({ name: Words, unit: Words, before: Schema.Finite, after: Schema.Finite, how_measured: Words })),
  parts: PartIds,
  /** Who allowed it to be told, and how far. Never shown but for the day and the reach. */
  permission: Schema.Struct({ given_by: Words, given_on: Day, named: Schema.Boolean }),
  provenance: Stated
})

/** `case-studies.json`: stories of customers, by the operator with their consent. It ships empty. */
export const CaseStudies = Schema.Array(CaseStudy)
