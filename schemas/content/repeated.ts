import type { ContentProblem } from "./content.ts"

/** Says each value that stands more than once, with where it stands again. */
export const repeated = (file: string, what: string, values: ReadonlyArray<readonly [path: string, value: string]>) => {
  const first = new Map<string, string>()
  return values.flatMap(([path, value]): ReadonlyArray<ContentProblem> => {
    const before = first.get(value)
    if (before === undefined) first.set(value, path)
    return before === undefined ? [] : [{ file, path, reason: `the ${what} "${value}" already stands at ${before}` }]
  })
}
