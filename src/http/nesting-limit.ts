/** Deeper values would overflow the stack of the recursive functions that read them. */
export const MOST_DEPTH = 64

/** Whether a value that was read from JSON nests deeper than that. */
export const isDeep = (value: unknown, depth = 0): boolean =>
  typeof value === "object" && value !== null && (depth === MOST_DEPTH || Object.values(value).some((part) => isDeep(part, depth + 1)))
