import type { Schema } from "effect"
import { memoize } from "effect/Function"
import type { ToolOffer } from "#layers/providers/ai/provider"
import { forbidden } from "#schemas/kernel/admission"
import type { Operation } from "#schemas/kernel/catalog"
import { isJsonObject } from "#schemas/kernel/json"
import { inputOf } from "#schemas/kernel/manifest"
import type { Caller } from "#schemas/kernel/tenancy"
import { operations } from "#schemas/operations"
import { unfitFor } from "./agent-verbs.ts"

const MOST_OF_DESCRIPTION = 1_000

/** Without examples, which cost tokens with each thought. */
const slim = (schema: Schema.Json): Schema.Json => {
  if (Array.isArray(schema)) return schema.map(slim)
  if (!isJsonObject(schema)) return schema
  return Object.fromEntries(Object.entries(schema).flatMap(([key, value]) =>
    key === "examples" && Array.isArray(value) ? [] : [[key, key === "enum" ? value : slim(value)]]))
}

const toolOf = memoize((verb: Operation): ToolOffer => ({
  name: verb.name,
  description: `${verb.summary}. ${verb.description}`.slice(0, MOST_OF_DESCRIPTION) + (verb.requiresConsent ? " A person has to confirm it." : ""),
  input: slim(inputOf(verb)) as object
}))

/** The verbs of a run that its caller may call, as a model is offered them. */
export const toolsFor = (verbs: ReadonlyArray<string>, caller: Caller["Service"]): ReadonlyArray<ToolOffer> =>
  verbs.flatMap((name) => {
    const verb = operations.get(name)
    return verb === undefined || unfitFor(verb) !== undefined || forbidden(caller, verb) !== undefined ? [] : [toolOf(verb)]
  })
