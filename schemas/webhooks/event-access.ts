import { Context, Option } from "effect"
import { Api } from "#schemas/api"
import { type EventKind, eventKinds, EventRecords } from "#schemas/kernel/events"
import { areas, type Scope } from "#schemas/kernel/tenancy"

/** Of what has no scopes of its own. Settings of the company are open to each key. */
const otherwise: { readonly [category: string]: Scope | undefined } = { auth: "audit:read", company: undefined }

const scopeOf = (category: string): Scope | undefined => {
  const area = areas.find((area) => area === category)
  return area === undefined ? otherwise[category] : `${area}:read`
}

/** The category of each record that events are about. */
const categories = new Map(Object.values(Api.groups).flatMap(({ annotations, identifier }) =>
  Object.keys(Option.getOrElse(Context.getOption(annotations, EventRecords), () => ({}))).map((object) => [object, identifier] as const)))

/** Kinds that are told to nobody but the webhook that they are about. */
const isPrivate = (kind: EventKind) => kind === "test.ping"

/** The scope without which the record of an event cannot be read either; nothing where any key may. */
const neededFor = new Map(eventKinds.map((kind) => {
  const category = categories.get(kind) ?? categories.get(kind.slice(0, kind.indexOf(".")))
  return [kind, category === undefined ? undefined : scopeOf(category)]
}))

const matches = (patterns: ReadonlySet<string>, kind: EventKind) =>
  patterns.has("*") || patterns.has(kind) || patterns.has(`${kind.slice(0, kind.indexOf("."))}.*`)

/** The kinds that patterns name and that a caller with these scopes may read. */
export const readableKinds = (scopes: ReadonlySet<string>, patterns: ReadonlyArray<string> = ["*"]): ReadonlyArray<EventKind> => {
  const named = new Set(patterns)
  return eventKinds.filter((kind) => {
    const needed = neededFor.get(kind)
    return !isPrivate(kind) && matches(named, kind) && (needed === undefined || scopes.has(needed))
  })
}
