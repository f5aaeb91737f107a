import { Context, Option, type Schema } from "effect"
import { OpenApi } from "effect/http-api"
import type { HttpApiEndpoint } from "effect/http-api"
import type { KeyedColumns } from "./exports.ts"
import type { Role } from "./roles.ts"
import { areas, type Scope, type Surface, type Tier, type VisitorWay } from "./tenancy.ts"

/** What a caller needs: a scope, any valid key, a signed-in person, or nothing. */
export type Access = Scope | "any" | "session" | "public"

/** An address on its way out: told in `Deprecation`, `Sunset` and `Link` of every answer. */
export interface Deprecation {
  /** Days, YYYY-MM-DD. `sunset` is at least six months after `since`. */
  readonly since: string
  readonly sunset: string
  /** The path that replaces it. */
  readonly successor: string
}

/** How something is taken back. */
export interface Undo {
  /** The operation that does it. */
  readonly by: string
  /** For how many days; without end where that is left out. */
  readonly days?: number
}

/** What an operation means, over and above its shape. Every endpoint carries exactly one. */
export interface OperationMeta {
  readonly summary: string
  readonly description: string
  readonly access: Access
  /**
   * How requests of visitors find their company; none where it is not open to visitors. With `access: "public"` it is for visitors
   * only; with a scope, for keys with that scope and for visitors.
   */
  readonly visitors: ReadonlyArray<VisitorWay>
  /** Pages of any origin may try it: it needs no credential, and what it answers tells nothing. */
  readonly anyOrigin: boolean
  readonly readOnly: boolean
  readonly destructive: boolean
  readonly idempotent: boolean
  /** Of a `session` operation: what the person must be allowed; a key with this scope stands in, unless an agent uses it. */
  readonly delegatedScope: Scope | undefined
  /** Of a `session` operation: the least that the person must be in the company. */
  readonly role: Role
  /** Goes through the consent ladder. */
  readonly requiresConsent: boolean
  /** Of what needs consent, and has to be said there: what takes it back. Nothing does where money moves or somebody outside is told. */
  readonly undo: Undo | "nothing" | undefined
  readonly tierFloor: Tier
  readonly surfaces: ReadonlyArray<Surface>
  /** One of the tools a connector lists by default. */
  readonly curated: boolean
  readonly deprecated: Deprecation | undefined
  /** The answer holds more than the record that its ETag counts, so it cannot be answered with 304. */
  readonly noConditionalGet: boolean
  /** Of a list: the fields that pages show beside the name, in this order, unless somebody chose others; those of the usual kinds where none are said. */
  readonly columns: ReadonlyArray<string> | undefined
  /** Of a list: the field that is a column for each of its keys where the list is exported. */
  readonly keyedColumns: KeyedColumns | undefined
  /**
   * Of a write whose answer can be followed while it is made: what its pieces are. A client that accepts `text/event-stream` gets them,
   * and then the answer that others get alone. Its program is made with `streamed`.
   */
  readonly events: Schema.Top | undefined
  /** Parameters of the query that may be left out and stand in the example of a request, by name. */
  readonly exampleQuery: { readonly [name: string]: number | string }
}

/** The meaning as it is declared; `access` may follow from the category. */
type Declared = Omit<OperationMeta, "access"> & { readonly access: Access | undefined }

export class OperationDeclaration extends Context.Service<OperationDeclaration, Declared>()("kernel/OperationDeclaration") {}

export type Given = Pick<OperationMeta, "summary" | "description"> & Partial<Omit<OperationMeta, "surfaces">> & {
  /** Besides `dashboard` and `developer`. */
  readonly surfaces?: ReadonlyArray<Surface>
}

/** Reads are the common case, so only departures from a plain read need saying. */
export const operation = ({ surfaces = [], ...given }: Given): Context.Context<OperationDeclaration> => {
  const readOnly = given.readOnly ?? given.access?.endsWith(":read") ?? false
  const meaning: Declared = {
    access: undefined,
    visitors: [],
    anyOrigin: false,
    readOnly,
    destructive: false,
    idempotent: readOnly,
    delegatedScope: undefined,
    role: "viewer",
    requiresConsent: false,
    undo: undefined,
    tierFloor: "starter",
    curated: false,
    deprecated: undefined,
    noConditionalGet: false,
    columns: undefined,
    keyedColumns: undefined,
    events: undefined,
    exampleQuery: {},
    ...given,
    surfaces: [...surfaces, "dashboard", "developer"]
  }
  if (meaning.visitors.length > 0) refuseVisitors(meaning)
  if (meaning.requiresConsent !== (meaning.undo !== undefined)) {
    throw new Error(`${meaning.summary}: what needs consent, and nothing else, says with \`undo\` which operation takes it back, or that nothing does`)
  }
  if (meaning.deprecated !== undefined) refuseHaste(meaning.deprecated, meaning.summary)
  return OpenApi.annotations({ summary: meaning.summary, description: meaning.description }).pipe(
    Context.merge(Context.make(OperationDeclaration, meaning))
  )
}

/** Visitors are no members of the company, and nobody could agree to what they ask. */
const refuseVisitors = ({ access, requiresConsent, summary }: Declared) => {
  if (access === "session" || access === "any") throw new Error(`${summary}: access "${access}" cannot be open to visitors`)
  if (requiresConsent) throw new Error(`${summary}: a visitor cannot wait for a person's consent`)
}

const refuseHaste = ({ since, sunset }: Deprecation, summary: string) => {
  const soonest = new Date(`${since}T00:00:00Z`)
  soonest.setUTCMonth(soonest.getUTCMonth() + 6)
  if (!(new Date(`${sunset}T00:00:00Z`) >= soonest)) {
    throw new Error(`${summary}: sunset ${sunset} is less than six months after ${since}`)
  }
}

/** Where an operation does not say who has access, it is the keys with the scope of its category. */
const accessOf = (name: string, category: string, readOnly: boolean): Access => {
  const area = areas.find((area) => area === category)
  if (area === undefined) throw new Error(`${name}: access has to be said, because there are no scopes of ${category}`)
  return `${area}:${readOnly ? "read" : "write"}`
}

export const operationMetaOf = (endpoint: Pick<HttpApiEndpoint.Top, "annotations" | "identifier">, category: string): OperationMeta => {
  const { access, ...meaning } = Option.getOrThrowWith(
    Context.getOption(endpoint.annotations as Context.Context<OperationDeclaration>, OperationDeclaration),
    () => new Error(`${endpoint.identifier} has no operation(...) annotation`)
  )
  return { ...meaning, access: access ?? accessOf(endpoint.identifier, category, meaning.readOnly) }
}
