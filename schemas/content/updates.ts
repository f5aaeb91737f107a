import { Schema } from "effect"
import { Day } from "#schemas/kernel/time"
import { Name, Prose } from "./prose.ts"
import { Provenance } from "./provenance.ts"

/** What an update is of (interface, section 2.2). */
export const updateCategories = ["templates", "benchmarks", "success_patterns", "pricing", "features"] as const

const Update = Schema.Struct({
  title: Name,
  category: Schema.Literals(updateCategories),
  status: Schema.Literals(["released", "planned"]),
  /** When it came; of something planned, when it is to come, if somebody promised that. */
  date: Schema.optionalKey(Day),
  text: Prose
}).check(Schema.makeFilter(({ date, status }) =>
  status === "released" && date === undefined ? { path: ["date"], issue: "Expected the day of what was released" } : undefined
))
export type Update = typeof Update.Type

/** `updates.json`: what came and what is to come; of one day, the later stands first. */
export const Updates = Schema.Struct({ provenance: Provenance, updates: Schema.NonEmptyArray(Update) })
