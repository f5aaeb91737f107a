import { Schema, SchemaTransformation } from "effect"

const keepable = Schema.makeFilter((text: string) =>
  text.includes("\u0000") || !text.isWellFormed() ? "Expected text without NUL or a lone surrogate" : undefined
)

/**
 * Text that survives a round trip: PostgreSQL cannot store NUL and a lone surrogate has no UTF-8 form,
 * so both are refused instead of being changed on the way.
 */
export const Text = Schema.String.check(keepable)

/** Up to `max` UTF-16 units, kept as sent. */
export const prose = (max: number) => Text.check(Schema.isMaxLength(max))

/**
 * 1 to `max` UTF-16 units that are not only white space; surrounding white space is removed. The bounds stand before
 * the trimming, so that the published JSON Schema carries them.
 */
export const line = (max: number) =>
  Text.check(
    Schema.isMinLength(1),
    Schema.isMaxLength(max),
    Schema.isPattern(/\S/u, { expected: "more than white space" })
  ).pipe(Schema.decode(SchemaTransformation.trim()))
