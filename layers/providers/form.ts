type Value = string | number | boolean | undefined | { readonly [name: string]: Value } | ReadonlyArray<string>

const pairsOf = (name: string, value: Value): ReadonlyArray<readonly [string, string]> => {
  if (value === undefined) return []
  if (Array.isArray(value)) return value.map((one: string) => [`${name}[]`, one] as const)
  if (typeof value !== "object") return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, inner]) => pairsOf(`${name}[${key}]`, inner))
}

/** Values as form fields; what is inside another has its name in brackets: `metadata[order]`. */
export const formOf = (values: { readonly [name: string]: Value }): URLSearchParams =>
  new URLSearchParams(Object.entries(values).flatMap(([name, value]) => pairsOf(name, value)).map(([name, value]) => [name, value]))
