import { Schema } from "effect"
import { jsonSchemaOf } from "./shape.ts"

export interface Part {
  readonly name: string
  readonly schema: any
  readonly required: boolean
}

const resolved = (schema: any, defs: any): any =>
  schema?.$ref === undefined ? schema : resolved(defs[schema.$ref.split("/").at(-1)], defs)

/** Makes each once: to make a JSON Schema takes longer than the request that it is for. */
const each = <A>(make: (part: Schema.Top) => ReadonlyArray<A>) => {
  const made = new WeakMap<Schema.Top, ReadonlyArray<A>>()
  return (part: Schema.Top | undefined): ReadonlyArray<A> => {
    if (part === undefined) return []
    const known = made.get(part) ?? make(part)
    made.set(part, known)
    return known
  }
}

/** The fields of one part of an operation's input, with their JSON Schemas. */
export const fieldsOf = each((part): ReadonlyArray<Part> => {
  const { $defs, ...root } = jsonSchemaOf(part)
  const { properties = {}, required = [] } = resolved(root, $defs)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema: { ...resolved(schema, $defs), $defs },
    required: required.includes(name)
  }))
})

/** The same in the form that programs see. */
export const decoded = each((part) => fieldsOf(Schema.toType(part)))

/** A value that the schema allows, its own example where it gives one. */
export const valueOf = (schema: any, defs = schema?.$defs): any => {
  const known = resolved(schema, defs)
  if (known.examples !== undefined) return known.examples[0]
  if (known.const !== undefined) return known.const
  if (known.enum !== undefined) return known.enum[0]
  const choice = (known.anyOf ?? known.oneOf)?.find((one: any) => one.type !== "null")
  if (choice !== undefined) return valueOf(choice, defs)
  switch (known.type) {
    case "object":
      return Object.fromEntries(Object.entries(known.properties ?? {}).map(([name, field]) => [name, valueOf(field, defs)]))
    case "array":
      return [valueOf(known.items ?? known.prefixItems?.[0], defs)]
    case "integer":
    case "number":
      return Math.min(Math.max(known.minimum ?? 1, 1), known.maximum ?? 1)
    case "boolean":
      return true
    default:
      return known.format === "date-time" ? "2026-11-21T09:30:00.000Z" : "example".slice(0, known.maxLength ?? 7)
  }
}
