import type { Schema } from "effect"
import { holdsCardNumber } from "./card-number.ts"
import type { Detail } from "./errors.ts"
import { isSecret } from "./redacted.ts"

const MOST_CHARACTERS = 200
const MOST_OF_A_NAME = 100

const isCardNumber = (value: unknown) => (typeof value === "string" || typeof value === "number") && holdsCardNumber(String(value))

const withoutSecrets = (key: string, value: unknown) => isSecret(key) || isCardNumber(value) ? "[redacted]" : value

/** The value as it was sent, without what may be secret; long ones are cut. */
export const receivedOf = (value: unknown, field: string): Schema.Json => {
  if (value === undefined) return null
  if (isSecret(field) || isCardNumber(value)) return "[redacted]"
  if (typeof value === "string") return value.slice(0, MOST_CHARACTERS)
  const text = JSON.stringify(value, withoutSecrets)
  return text.length > MOST_CHARACTERS ? text.slice(0, MOST_CHARACTERS) : JSON.parse(text)
}

/** What is wrong with a field, and what was sent for it. The name may have been sent too, and is cut likewise. */
export const detail = (field: string, error: string, value: unknown): Detail =>
  ({ field: field.slice(0, MOST_OF_A_NAME), error, received: receivedOf(value, field) })
