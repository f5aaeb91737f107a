import { Schema } from "effect"

/** What is told about the product: some sentences. Figures in it need a provenance beside it. */
export const Prose = Schema.NonEmptyString.check(Schema.isMaxLength(1_200))

/** A heading or a name. */
export const Name = Schema.NonEmptyString.check(Schema.isMaxLength(120))

/** A name for programs, by which other files of the content refer to it. */
export const Identifier = Schema.String.check(
  Schema.isPattern(/^[a-z][a-z0-9_]*$/u, { expected: "lower case letters, digits and _" })
)

/** `available` can be used today; `planned` is declared in the interface and not built. */
export const Availability = Schema.Literals(["available", "planned"])

/** A heading and what is told under it. */
export const Item = Schema.Struct({ title: Name, text: Prose })
export type Item = typeof Item.Type
