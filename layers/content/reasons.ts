import { Schema, SchemaIssue } from "effect"
import { nearest } from "#schemas/kernel/nearest"

const MOST_CHARACTERS = 300

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) =>
    issue._tag === "MissingKey" ? MISSING : issue._tag === "UnexpectedKey" ? UNKNOWN : SchemaIssue.defaultLeafHook(issue)
})

const MISSING = "it is missing"
const UNKNOWN = "nothing is called so here"

const placeOf = (path: ReadonlyArray<PropertyKey>) =>
  path.reduce<string>((place, key) => typeof key === "number" ? `${place}[${key}]` : place === "" ? String(key) : `${place}.${String(key)}`, "")

/** Every name that stands somewhere in a schema. */
const namesIn = (value: unknown, found = new Set<string>()): ReadonlySet<string> => {
  if (typeof value !== "object" || value === null) return found
  for (const [key, one] of Object.entries(value)) {
    if (key === "properties") for (const name of Object.keys(one as object)) found.add(name)
    namesIn(one, found)
  }
  return found
}

const meant = (schema: Schema.Top, name: string) => {
  const near = nearest(name, [...namesIn(Schema.toJsonSchemaDocument(schema))].filter((one) => one !== name), 1)[0]
  return near === undefined ? UNKNOWN : `${UNKNOWN}; did you mean ${near}?`
}

const reasonOf = (schema: Schema.Top, message: string, path: ReadonlyArray<PropertyKey>) => {
  const last = path.at(-1)
  if (message === MISSING && typeof last === "number") return `${MISSING}: the list needs one more entry`
  if (message === UNKNOWN) return meant(schema, String(last))
  const said = message.charAt(0).toLowerCase() + message.slice(1)
  return said.length > MOST_CHARACTERS ? `${said.slice(0, MOST_CHARACTERS).toWellFormed()}…` : said
}

/** What is wrong with a value, place by place, in words for whoever wrote it. */
export const reasonsOf = (schema: Schema.Top, error: Schema.SchemaError): ReadonlyArray<{ readonly path: string; readonly reason: string }> =>
  issuesOf(error.issue).issues.map(({ message, path = [] }) => {
    const keys = path as ReadonlyArray<PropertyKey>
    return { path: placeOf(keys), reason: reasonOf(schema, message, keys) }
  })
