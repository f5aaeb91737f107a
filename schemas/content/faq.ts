import { Schema } from "effect"
import { Prose } from "./prose.ts"
import { Provenance } from "./provenance.ts"

const Entry = Schema.Struct({
  /** What it belongs to, in lower case, like `webhooks`; entries of a topic stand together. */
  topic: Schema.String.check(Schema.isPattern(/^[a-z]+( [a-z]+)*$/u, { expected: "words in lower case" })),
  question: Prose,
  answer: Prose,
  /** Words that people use for it and that stand nowhere in it; search finds it by them. */
  also: Schema.optionalKey(Schema.Array(Schema.NonEmptyString)),
  /** Where the answer holds figures. */
  provenance: Schema.optionalKey(Provenance)
})
export type FaqEntry = typeof Entry.Type

/** `faq.json` */
export const Faq = Schema.Struct({ provenance: Provenance, entries: Schema.NonEmptyArray(Entry) })
