import { Schema } from "effect"

const isZone = (name: string) => {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== ""
  } catch {
    return false
  }
}

/** A time zone of the IANA database, by its name. */
export const TimeZone = Schema.String.check(
  Schema.isMaxLength(64),
  Schema.makeFilter(isZone, {
    expected: "a time zone of the IANA database, like Europe/Oslo",
    toJsonSchema: () => ({ pattern: "^[A-Za-z][A-Za-z0-9_+/-]*$" })
  })
).annotate({ examples: ["Europe/Oslo"] })
