import type { JsonSchema } from "#schemas/kernel/json-schema"
import type { Schemas } from "./components.ts"
import { eachSchema, told } from "./schema-walk.ts"

const PREFIX = "#/components/schemas/"

const nameIn = ({ $ref }: JsonSchema) => typeof $ref === "string" && $ref.startsWith(PREFIX) ? $ref.slice(PREFIX.length) : undefined

/** What the framework calls the second schema of a name, and those after it. */
const baseOf = (name: string, schemas: Schemas) => {
  const base = /^(.+)_\d+$/u.exec(name)?.[1]
  return base !== undefined && base in schemas ? base : name
}

/** Names of schemas that take the same values, each with the one whose words are kept. */
const classesOf = (schemas: Schemas): ReadonlyMap<string, string> => {
  const names = Object.keys(schemas)
  const refined = (classes: ReadonlyMap<string, string>): ReadonlyMap<string, string> => {
    const plain = eachSchema((schema) => {
      const name = nameIn(schema)
      const rest = Object.fromEntries(Object.entries(schema).filter(([key]) => !told.includes(key)))
      return name === undefined ? rest : { ...rest, $ref: classes.get(name) ?? name }
    })
    const groups = Map.groupBy(names, (name) => `${baseOf(name, schemas)} ${JSON.stringify(plain(schemas[name]!))}`)
    const next = new Map([...groups.values()].flatMap((group) => group.map((name) => [name, group[0]!] as const)))
    return new Set(next.values()).size === new Set(classes.values()).size ? next : refined(next)
  }
  return refined(new Map(names.map((name) => [name, baseOf(name, schemas)])))
}

const refsIn = (value: unknown, found: Set<string>, schemas: Schemas): Set<string> => {
  if (typeof value !== "object" || value === null) return found
  for (const [key, one] of Object.entries(value)) {
    if (key !== "$ref" || typeof one !== "string" || !one.startsWith(PREFIX)) refsIn(one, found, schemas)
    else if (!found.has(one.slice(PREFIX.length))) {
      found.add(one.slice(PREFIX.length))
      refsIn(schemas[one.slice(PREFIX.length)], found, schemas)
    }
  }
  return found
}

const longest = (names: ReadonlyArray<string>, schemas: Schemas) =>
  names.reduce((best, name) => JSON.stringify(schemas[name]).length > JSON.stringify(schemas[best]).length ? name : best)

/** Of schemas with one name that take different values: answers have the name itself, and what is sent has `Input` after it. */
const namesOf = (representatives: ReadonlyArray<string>, base: string, answered: ReadonlySet<string>, taken: ReadonlySet<string>) => {
  const given = new Map<string, string>()
  const free = (wanted: string) => [wanted, ...Array.from({ length: 9 }, (_, index) => `${wanted}${index + 2}`)]
    .find((name) => !taken.has(name) && ![...given.values()].includes(name))!
  const answers = representatives.filter((name) => answered.has(name))
  const inputs = representatives.filter((name) => !answered.has(name))
  for (const name of answers) given.set(name, given.size === 0 ? base : free(`${base}Answer`))
  for (const name of inputs) given.set(name, given.size === 0 ? base : free(`${base}Input`))
  return given
}

/**
 * Schemas under the names of their authors. The framework numbers each that was annotated once more (`Timestamp_4`), so that a client made of
 * the document would have a type for each description: those that take the same values are one, and where one differs it is told what for.
 */
export const sharedNames = (schemas: Schemas, answers: ReadonlyArray<object>) => {
  const classes = classesOf(schemas)
  const members = Map.groupBy(Object.keys(schemas), (name) => classes.get(name)!)
  const answered = new Set([...refsIn(answers, new Set(), schemas)].map((name) => classes.get(name) ?? name))
  const byBase = Map.groupBy(members.keys(), (name) => baseOf(name, schemas))
  const alone = new Set(byBase.keys())
  const names = new Map([...byBase].flatMap(([base, representatives]) =>
    [...namesOf(representatives, base, answered, new Set([...alone].filter((name) => name !== base)))]))
  const rename = (name: string) => names.get(classes.get(name) ?? name) ?? name
  const kept = new Map([...members].map(([representative, all]) => [representative, longest(all, schemas)]))

  /** What a use of a schema tells that the schema as kept does not. */
  const own = (name: string): JsonSchema => {
    const whole = schemas[kept.get(classes.get(name)!)!]!
    return Object.fromEntries(["description", "default"].flatMap((key) => {
      const one = schemas[name]![key]
      return one === undefined || JSON.stringify(one) === JSON.stringify(whole[key]) ? [] : [[key, one]]
    }))
  }

  const publish = eachSchema((schema) => {
    const name = nameIn(schema)
    return name === undefined || schemas[name] === undefined ? schema : { ...own(name), ...schema, $ref: PREFIX + rename(name) }
  })

  return {
    publish,
    schemas: Object.fromEntries([...kept].map(([representative, name]) => [names.get(representative)!, publish(schemas[name]!)] as const)
      .sort(([a], [b]) => a < b ? -1 : 1)) as Schemas
  }
}
