import { Effect } from "effect"
import { Api } from "#schemas/api"
import { catalogOf, type Operation } from "#schemas/kernel/catalog"
import { type Column, columnsOf, fileNameOf } from "#schemas/kernel/exports"
import { inputSchema, type JsonSchema } from "#schemas/kernel/json-schema"
import { nearest } from "#schemas/kernel/nearest"
import { contactColumns } from "#workflows/crm/export-rows"
import { CommandFailure } from "./command-failure.ts"
import type { Query } from "./export-client.ts"

/** What is asked for, and how it is written. */
export interface Plan {
  readonly list: string
  readonly path: string
  readonly query: Query
  /** How the company's own keys are asked for, where they are columns. */
  readonly keys: { readonly path: string; readonly query: Query; readonly key: string } | undefined
  readonly columns: (keys: ReadonlyArray<string>) => ReadonlyArray<Column>
}

const lists = () => catalogOf(Api).filter(({ list }) => list)

/** The address below `/api/v1`, with its parameters filled in. */
const pathOf = ({ path }: Operation, values: ReadonlyMap<string, ReadonlyArray<string>>) =>
  path.slice("/api/v1".length).replace(/:(\w+)/gu, (_, name: string) => encodeURIComponent(values.get(name)![0]!))

const paging: ReadonlySet<string> = new Set(["limit", "offset", "cursor"])

/** `list_tasks`, or `tasks` for short. */
const found = (name: string) => lists().find((entry) => entry.name === name || fileNameOf(entry.name) === name)

const unknownList = (name: string) => {
  const names = lists().map((entry) => entry.name)
  const [near] = nearest(name, names, 1)
  return new CommandFailure({
    message: `There is no list ${JSON.stringify(name)}. ${near === undefined ? "" : `Did you mean ${near}? `}` +
      `These can be exported: ${names.join(", ")}.`
  })
}

const sortsById = ({ endpoint }: Operation): boolean => {
  const fields = endpoint.query === undefined ? {} : inputSchema(endpoint.query)["properties"] as Readonly<Record<string, JsonSchema>>
  return (fields["sort"]?.["enum"] as ReadonlyArray<string> | undefined)?.includes("id") ?? false
}

/** Works out the requests for a list. `filters` are `name=value`; those that the path names are needed. */
export const planOf = Effect.fnUntraced(function*(name: string, filters: ReadonlyArray<readonly [name: string, value: string]>) {
  const entry = found(name)
  if (entry === undefined) return yield* unknownList(name)
  const taken = Object.keys(entry.sources).filter((field) => !paging.has(field))
  const values = new Map([...Map.groupBy(filters, ([field]) => field)].map(([field, all]) => [field, all.map(([, value]) => value)]))
  for (const field of values.keys()) {
    if (!taken.includes(field)) {
      return yield* new CommandFailure({
        message: `${entry.name} takes no ${JSON.stringify(field)}; it takes ${taken.join(", ") || "no filters"}.`
      })
    }
  }
  for (const [field, source] of Object.entries(entry.sources)) {
    if (source === "params" && !values.has(field)) {
      return yield* new CommandFailure({ message: `${entry.name} needs --filter ${field}=...` })
    }
  }
  const { item, keyedColumns: keyed } = entry
  const query = [...values].filter(([field]) => entry.sources[field] === "query")
  /* Ids do not change, so that no row moves while the list is walked. */
  const sort = taken.includes("sort") && !values.has("sort") && sortsById(entry) ? { sort: "id" } : {}
  const ofKeys = keyed && found(keyed.list)
  const plan: Plan = {
    list: name === "contacts" ? name : entry.name,
    path: pathOf(entry, values),
    query: { ...sort, ...Object.fromEntries(query) },
    keys: keyed && ofKeys && { path: pathOf(ofKeys, new Map()), query: keyed.query, key: keyed.key },
    columns: name === "contacts" ? contactColumns : (keys) => columnsOf(item!, keyed, keys)
  }
  return plan
})
