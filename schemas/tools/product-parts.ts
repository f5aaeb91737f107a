import { Schema } from "effect"
import { tiers } from "#schemas/kernel/tenancy"
import { Text } from "#schemas/kernel/text"

/** The lowest plan that allows all of it. */
export const tier = Schema.Literals(tiers).annotate({ description: "Lowest plan that allows it." })

/** Words to look for. */
export const topicArgument = Text.check(Schema.isMaxLength(200))

/** A product or platform by the name that people use. */
export const platformArgument = Text.check(Schema.isMinLength(1), Schema.isMaxLength(100))

/** A day or an instant as it may be sent: its day in UTC counts. */
export const dayArgument = Text.check(
  Schema.isMaxLength(40),
  Schema.makeFilter((text: string) => dayOf(text) !== undefined, { expected: "a day that exists, as YYYY-MM-DD" })
).annotate({ description: "YYYY-MM-DD" })

const shape = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/u

/** The day in UTC that such a text means; nothing where it means none. */
export const dayOf = (text: string): string | undefined => {
  if (!shape.test(text)) return undefined
  const day = text.slice(0, 10)
  const midnight = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return undefined
  const moment = new Date(text)
  if (Number.isNaN(moment.getTime())) return undefined
  const utc = moment.toISOString()
  return utc.startsWith("-") || utc.startsWith("+") ? undefined : utc.slice(0, 10)
}
