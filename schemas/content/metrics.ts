import { Schema } from "effect"
import { figureless } from "./figureless.ts"
import { Identifier } from "./prose.ts"

const Metric = Schema.Struct({
  id: Identifier,
  name: figureless(3, 60),
  /** Like `USD`, `percent`, `days`, `per month`. */
  unit: Schema.NonEmptyString.check(Schema.isMaxLength(30)),
  better: Schema.Literals(["higher", "lower"]),
  /** Beyond these a value is a mistake and no business. */
  bounds: Schema.Struct({ lowest: Schema.Finite, highest: Schema.Finite }),
  about: figureless(20, 300),
  /** How a business computes it from its own records. */
  from_your_books: figureless(20, 300),
  /** What moves it, as things to do. */
  levers: Schema.Array(figureless(10, 200)).check(Schema.isMinLength(2), Schema.isMaxLength(4)),
  /** What else people call it, in lower case. */
  aliases: Schema.Array(Schema.String.check(Schema.isPattern(/^[^A-Z{}]+$/u, { expected: "lower case" })))
})
export type Metric = typeof Metric.Type

/** `metrics.json`: what can be compared, in which unit, and whether more of it is better. */
export const Metrics = Schema.NonEmptyArray(Metric)
