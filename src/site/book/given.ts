const isDay = /^2\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/u
const isMonth = /^2\d{3}-(?:0[1-9]|1[0-2])$/u

const fitting = (name: string, shape: RegExp) => (given: URLSearchParams): string | undefined => {
  const text = given.get(name)
  return text !== null && shape.test(text) ? text : undefined
}

const dayText = fitting("day", isDay)

/** The day that is to be shown, YYYY-MM-DD. */
export const dayIn = (given: URLSearchParams): string | undefined => {
  const text = dayText(given)
  return text !== undefined && instantIn(`${text}T00:00:00Z`)?.startsWith(text) ? text : undefined
}

/** The month, YYYY-MM. */
export const monthIn = fitting("month", isMonth)

const LAST_MS = Date.parse("2999-12-31T00:00:00Z")

/** The instant that a text is, as answers write it. */
export const instantIn = (text: string | null): string | undefined => {
  if (text === null || text.length > 40) return undefined
  const ms = Date.parse(text)
  return Number.isNaN(ms) || ms < 0 || ms > LAST_MS ? undefined : new Date(ms).toISOString()
}
