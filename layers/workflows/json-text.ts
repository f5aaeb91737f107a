/** What JSON can hold and PostgreSQL's cannot: a NUL, half of a character. */
const unkeepable = /\\u(0000|d[89a-f]..)/i

const keepable = (_key: string, value: unknown) =>
  typeof value === "string" ? value.toWellFormed().replaceAll("\0", "\uFFFD") : value

/** JSON that PostgreSQL keeps. A reply that could not be kept would leave its run waiting for ever. */
export const textOf = (value: unknown): string => {
  const text = JSON.stringify(value)
  return unkeepable.test(text) ? JSON.stringify(value, keepable) : text
}
