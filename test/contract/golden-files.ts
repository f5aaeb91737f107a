/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>

/** A part of a golden folder, by the name of its file without `.json`. */
export type Files = Readonly<Record<string, Json>>

/** The file of what belongs to no category, or to several. */
const SHARED = "kernel"

export const isNode = (value: unknown): value is Json => typeof value === "object" && value !== null

/** Lists in which the order means nothing. */
const unordered = new Set(["required", "enum", "parameters"])

/** The same value, whatever the order in which it was declared. */
const sorted = (value: unknown, key = ""): unknown => {
  if (Array.isArray(value)) {
    const all = value.map((one) => sorted(one))
    return unordered.has(key) ? all.toSorted((a, b) => JSON.stringify(a) < JSON.stringify(b) ? -1 : 1) : all
  }
  return isNode(value)
    ? Object.fromEntries(Object.keys(value).toSorted().map((name) => [name, sorted(value[name], name)]))
    : value
}

export const print = (value: unknown) => JSON.stringify(sorted(value), null, 2) + "\n"

/** Every component that a value refers to, as `schemas/Contact`. */
const references = (value: unknown): ReadonlyArray<string> =>
  !isNode(value) ? [] : Object.entries(value).flatMap(([key, one]) =>
    key === "$ref" && typeof one === "string" ? [one.replace("#/components/", "")] : references(one))

const at = (value: Json, path: string): unknown =>
  path.split("/").reduce<unknown>((from, key) => isNode(from) ? from[key.replaceAll("~1", "/").replaceAll("~0", "~")] : undefined, value)

/** Everything in `components` that can be reached from these, themselves among them. */
const reach = (components: Json, from: ReadonlyArray<string>) => {
  const reached = new Set<string>()
  const visit = (name: string) => {
    if (reached.has(name)) return
    reached.add(name)
    references(at(components, name)).forEach(visit)
  }
  from.forEach(visit)
  return reached
}

const put = (files: Record<string, Record<string, any>>, file: string, path: ReadonlyArray<string>, value: unknown) => {
  let node: Record<string, any> = files[file] ??= {}
  for (const key of path.slice(0, -1)) node = node[key] ??= {}
  node[path.at(-1)!] = value
}

interface Described {
  readonly paths: Readonly<Record<string, Json>>
  readonly components: Readonly<Record<string, Json>>
}

/**
 * An OpenAPI document by the categories of its operations. `categoryOf` tells the category of an operation, and of a component that
 * starts one. A component that only one category refers to is in the file of that category.
 */
export const byCategory = (
  { components, paths, ...rest }: Described & Json,
  categoryOf: (name: string) => string | undefined
): Files => {
  const files: Record<string, Record<string, any>> = { [SHARED]: { ...rest } }
  const roots = new Map<string, Array<string>>()
  const root = (category: string, names: ReadonlyArray<string>) =>
    void roots.set(category, [...roots.get(category) ?? [], ...names])

  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const category = categoryOf((operation as { readonly operationId: string }).operationId) ?? SHARED
      put(files, category, ["paths", path, method], operation)
      if (category !== SHARED) root(category, references(operation))
    }
  }
  for (const [kind, all] of Object.entries(components)) {
    for (const name of Object.keys(all)) {
      const category = categoryOf(name)
      if (category !== undefined) root(category, [`${kind}/${name}`])
    }
  }
  const reached = [...roots].map(([category, names]) => [category, reach(components, names)] as const)
  for (const [kind, all] of Object.entries(components)) {
    for (const [name, component] of Object.entries(all)) {
      const [owner, ...others] = reached.filter(([, names]) => names.has(`${kind}/${name}`))
      put(files, owner === undefined || others.length > 0 ? SHARED : owner[0], ["components", kind, name], component)
    }
  }
  return files
}

interface Named {
  readonly name: string
}

/** A counted list of named operations, by their categories. The count is that of the list, and not kept. */
export const listByCategory = <Key extends string>(
  key: Key,
  { count, [key]: list, ...rest }: { readonly count: number } & { readonly [K in Key]: ReadonlyArray<Named> },
  categoryOf: (name: string) => string | undefined
): Files => {
  if (count !== list.length) throw new Error(`"count" is ${count}, but there are ${list.length} ${key}`)
  const files: Record<string, Record<string, any>> = Object.keys(rest).length === 0 ? {} : { [SHARED]: rest }
  for (const one of list) put(files, categoryOf(one.name) ?? SHARED, [one.name], one)
  return files
}
