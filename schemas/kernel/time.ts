import { DateTime, Option, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { Effect } from "effect"

/**
 * An instant as it stands in every answer: ISO 8601, UTC, milliseconds. It is text in programs too, so that a list of
 * a thousand rows is not parsed and printed again on its way through; `DateTime.make` reads it where one calculates.
 */
export const Timestamp = Schema.String.annotate({
  identifier: "Timestamp",
  format: "date-time",
  description: "An instant: ISO 8601, UTC, milliseconds.",
  examples: ["2026-11-21T09:30:00.000Z"]
})
export type Timestamp = typeof Timestamp.Type

const zoned = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/u

const instantOf = (text: string) => {
  const moment = DateTime.make(text)
  return Option.isSome(moment) && DateTime.toEpochMillis(moment.value) >= -62_135_596_800_000 ? DateTime.formatIso(moment.value) : undefined
}

/** An instant as a caller may send it: ISO 8601 with a zone; kept in UTC. Years 0001 to 9999. */
export const Instant = Schema.String.check(
  Schema.isPattern(zoned, { expected: "an ISO 8601 instant with a zone, like 2026-11-21T09:30:00Z" })
).annotate({
  identifier: "Instant",
  format: "date-time",
  description: "An instant: ISO 8601 with a zone.",
  examples: ["2026-11-21T09:30:00Z"]
}).pipe(
  Schema.decodeTo(
    Timestamp,
    SchemaTransformation.transformEffect({
      decode: (text: string, options) => {
        const instant = instantOf(text)
        return instant === undefined
          ? Effect.fail(new SchemaIssue.InvalidValue({ message: "Expected a date that exists" }, text, options))
          : Effect.succeed(instant)
      },
      encode: (text: string) => Effect.succeed(text)
    })
  )
)

const isDay = /^\d{4}-\d\d-\d\d$/u

const exists = (text: string) => {
  const day = DateTime.make(`${text}T00:00:00Z`)
  return Option.isSome(day) && DateTime.formatIso(day.value).startsWith(text)
}

const dayExists = (text: string) => isDay.test(text) && text >= "0001-01-01" && exists(text)

/** A calendar day, YYYY-MM-DD, without a zone. */
export const Day = Schema.String.check(
  Schema.makeFilter(dayExists, {
    expected: "a day that exists, as YYYY-MM-DD",
    toJsonSchema: () => ({ pattern: isDay.source, format: "date" })
  })
).annotate({ examples: ["2026-12-31"] })

/** A day or an instant, as it was sent: one text and no union, of which a wrong text would be told as one that is missing. */
export const DayOrInstant = Schema.String.check(
  Schema.makeFilter((text: string) => dayExists(text) || (zoned.test(text) && instantOf(text) !== undefined), {
    expected: "a day that exists, as YYYY-MM-DD, or an instant with a zone, like 2026-11-21T09:30:00Z",
    toJsonSchema: () => ({ pattern: "^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,9})?)?(Z|[+-]\\d\\d:?\\d\\d))?$" })
  })
)
