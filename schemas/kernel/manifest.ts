import type { Schema } from "effect"
import { memoize } from "effect/Function"
import type { FilePart } from "./bodies.ts"
import { type Operation, payloadOf } from "./catalog.ts"
import { aboutOf } from "./consent.ts"
import { inputSchema, type JsonSchema } from "./json-schema.ts"
import type { CompanyId } from "./ids.ts"
import { includes, type Surface, surfaces, type Tier } from "./tenancy.ts"

/** A path as it is written for people and in OpenAPI: `{id}` for a parameter. */
export const templateOf = (path: string): string => path.replace(/:(\w+)/gu, "{$1}")

/** A file among the fields of a tool call, whose types are those of its examples: as text, with its bytes in base64. */
const fileSchema = ({ description, examples, most }: FilePart): JsonSchema => {
  const file = { type: "string", contentEncoding: "base64", contentMediaType: Object.keys(examples)[0]! }
  return most === undefined ? { ...file, description } : { type: "array", items: file, maxItems: most, description }
}

/**
 * The flat input of an operation, path, query and body fields side by side, as a tool call sends it. `Idempotency-Key`
 * and `If-Match` are the transport's and not part of it.
 */
export const inputOf = ({ endpoint, files, name, raw, upload }: Operation): JsonSchema => {
  const properties: Record<string, Schema.Json> = {}
  const required: Array<Schema.Json> = []
  const definitions: Record<string, Schema.Json> = {}
  const notes: Array<string> = []
  for (const part of [endpoint.params, endpoint.query, payloadOf(endpoint)]) {
    if (part === undefined) continue
    const schema = inputSchema(part)
    if (schema["type"] !== "object") throw new Error(`${name}: a body that is not one object has no flat input`)
    Object.assign(properties, schema["properties"])
    Object.assign(definitions, schema["$defs"])
    required.push(...schema["required"] as ReadonlyArray<string> | undefined ?? [])
    if (typeof schema["description"] === "string") notes.push(schema["description"])
  }
  const whole = upload ?? raw
  if (whole !== undefined) {
    properties["body"] = { type: "string", description: whole.description, examples: Object.values(whole.examples) }
    required.push("body")
  }
  for (const [part, file] of Object.entries(files)) {
    properties[part] = fileSchema(file)
    if (file.most === undefined && file.optional === undefined) required.push(part)
  }
  return {
    type: "object",
    ...notes.length > 0 && { description: notes.join(" ") },
    properties,
    ...required.length > 0 && { required },
    additionalProperties: false,
    ...Object.keys(definitions).length > 0 && { $defs: definitions }
  }
}

const annotationsOf = ({ destructive, idempotent, readOnly }: Operation) => ({ readOnly, destructive, idempotent })

/** Of a write: whether live and test keys share what it changes; and of what needs consent, how it is taken back. */
export const effectsOf = (entry: Operation) => ({
  ...entry.sharesRecords && { sharesRecords: true },
  ...entry.requiresConsent && { undo: aboutOf(entry).undo }
})

/** What a manifest says of an operation to any company. */
const toolOf = (entry: Operation) => ({
  description: `${entry.summary}. ${entry.description}`,
  inputSchema: inputOf(entry),
  annotations: annotationsOf(entry),
  endpoint: { method: entry.method, path: templateOf(entry.path) },
  requiresConsent: entry.requiresConsent,
  ...effectsOf(entry),
  surfaces: entry.surfaces,
  tierFloor: entry.tierFloor
})

/** The name of a tool in the web of linked data: a read is the same for all companies, a write is each company's own. */
const iriOf = ({ name, readOnly }: Operation, host: string, company: number): string =>
  readOnly ? `https://${host}/webmcp/tools/${name}` : `https://${host}/co/${company}/webmcp/tools/${name}`

/** Nothing that writes is shown on the public surface. */
const isOn = (surface: Surface) => ({ readOnly, surfaces }: Operation): boolean =>
  surfaces.includes(surface) && (surface !== "public" || readOnly)

/** What a key may call at all; a session's operations need a person. */
export const isAllowed = ({ scopes, tier }: { readonly scopes: ReadonlySet<string>; readonly tier: Tier }) =>
  ({ access, tierFloor }: Operation): boolean =>
    (access === "any" || access === "public" || scopes.has(access)) && includes(tier, tierFloor)

interface Wanted {
  /** Which serves the API; a part of the tools' names. */
  readonly host: string
  readonly company: { readonly id: CompanyId; readonly tier: Tier }
  readonly surface: Surface
  readonly allows?: (entry: Operation) => boolean
}

/** The tools of a catalogue, by surface, as one company has them; what does not depend on the company is made when first asked for. */
export const manifestsOf = memoize((catalog: ReadonlyArray<Operation>) => {
  const tools = catalog.map((entry) => ({ entry, tool: toolOf(entry) }))
  const shown = new Map(surfaces.map((surface) => [surface, tools.filter(({ entry }) => isOn(surface)(entry))]))
  return ({ allows = () => true, company, host, surface }: Wanted) => {
    const allowed = shown.get(surface)!.filter(({ entry }) => allows(entry))
      .map(({ entry, tool }) => ({ name: entry.name, iri: iriOf(entry, host, company.id), ...tool }))
    return { company_id: company.id, surface, tier: company.tier, count: allowed.length, tools: allowed }
  }
})

/** The whole catalogue, a line for each operation. */
export const verbsOf = (catalog: ReadonlyArray<Operation>) => ({
  count: catalog.length,
  verbs: catalog.map((entry) => ({
    name: entry.name,
    category: entry.category,
    summary: entry.summary,
    description: entry.description,
    method: entry.method,
    path: templateOf(entry.path),
    scope: entry.access,
    ...entry.visitors.length > 0 && { visitors: entry.visitors },
    tierFloor: entry.tierFloor,
    surfaces: entry.surfaces,
    annotations: annotationsOf(entry),
    requiresConsent: entry.requiresConsent,
    ...effectsOf(entry),
    keyed: entry.acceptsIdempotencyKey,
    curated: entry.curated
  }))
})
