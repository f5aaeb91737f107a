import { Schema } from "effect"
import { Text } from "#schemas/kernel/text"

/** A name to filter by, compared character by character. */
export const name = Text.check(Schema.isMinLength(1), Schema.isMaxLength(200))
