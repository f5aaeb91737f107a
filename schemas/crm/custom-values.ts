import { Schema } from "effect"
import type { Detail } from "#schemas/kernel/errors"
import { detail } from "#schemas/kernel/received"
import { Text } from "#schemas/kernel/text"
import { Day } from "#schemas/kernel/time"
import type { CustomChanges, CustomField, CustomValue, CustomValues } from "./custom-field.ts"

/** What a value has to fit. */
export type Definition = Pick<CustomField, "key" | "type" | "options">

const LONGEST = 2_000

const isText = Schema.is(Text.check(Schema.isMinLength(1), Schema.isMaxLength(LONGEST)))
const isDay = Schema.is(Day)

const problems: Readonly<Record<Definition["type"], (value: CustomValue, definition: Definition) => string | undefined>> = {
  text: (value) => isText(value) ? undefined : `Expected text of 1 to ${LONGEST} characters`,
  number: (value) => Number.isFinite(value) ? undefined : "Expected a number",
  date: (value) => isDay(value) ? undefined : "Expected a day that exists, as YYYY-MM-DD",
  select: (value, { options }) => options.includes(value as string) ? undefined : `Expected one of: ${options.join(", ")}`,
  boolean: (value) => typeof value === "boolean" ? undefined : "Expected true or false"
}

/** What is wrong with a value of a field, if anything. */
export const problemOf = (definition: Definition, value: CustomValue): string | undefined =>
  problems[definition.type](value, definition)

/**
 * What is wrong with values to write, field by field, under `at` (`custom_fields.shoe_size`). `null` fits any field that
 * there is.
 */
export const faultsOf = (
  definitions: ReadonlyArray<Definition>,
  values: CustomChanges,
  at = "custom_fields"
): ReadonlyArray<Detail> => {
  const byKey = new Map(definitions.map((definition) => [definition.key, definition]))
  return Object.entries(values).flatMap(([key, received]) => {
    const definition = byKey.get(key)
    const error = definition === undefined
      ? "There is no such field"
      : received === null ? undefined : problemOf(definition, received)
    return error === undefined ? [] : [detail(`${at}.${key}`, error, received)]
  })
}

/** The values after a write: what is sent replaces, `null` removes, the rest stays. */
export const merged = (before: CustomValues, changes: CustomChanges): CustomValues => {
  const after = new Map<string, CustomValue>(Object.entries(before))
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) after.delete(key)
    else after.set(key, value)
  }
  return Object.fromEntries(after)
}

const words: Readonly<Record<string, boolean>> = {
  true: true, false: false, yes: true, no: false, "1": true, "0": false
}

const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?$/u

/**
 * The value that a text means for a field, as a file of comma-separated values or a query carries it; nothing where it
 * means none. Whether it fits an option, or is a day, is for `problemOf` to say.
 */
export const valueOf = ({ type }: Definition, text: string): CustomValue | undefined => {
  switch (type) {
    case "number":
      return decimal.test(text.trim()) ? Number(text) : undefined
    case "boolean":
      return words[text.trim().toLowerCase()]
    default:
      return text
  }
}
