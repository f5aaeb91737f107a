import { Schema } from "effect"
import { Day } from "#schemas/kernel/time"
import { Words } from "./advice.ts"
import { Identifier } from "./prose.ts"

const Part = Schema.Struct({
  id: Identifier,
  name: Words,
  does: Words,
  /** The operations that make it up: the part exists when the contract has all of them, else it is planned. */
  verbs: Schema.NonEmptyArray(Identifier)
})
export type Part = typeof Part.Type

/** `parts.json`: what the product is made of, for a person who asks what it can do. */
export const Parts = Schema.Struct({ as_of: Day, parts: Schema.NonEmptyArray(Part) })
