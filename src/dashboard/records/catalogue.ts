import { Effect } from "effect"
import { memoize } from "effect/Function"
import type { Operation } from "#schemas/kernel/catalog"
import { NotFound } from "#schemas/kernel/errors"
import { lacking, verbs } from "../../connector/verbs.ts"
import { SessionRequest } from "../handler.ts"
import { paths } from "../paths.ts"

export type Arguments = Readonly<Record<string, string>>

/** A path whose parameters have no names, so that two that differ in these only are equal. */
const shapeOf: (entry: Operation) => string = memoize(({ path }) => path.replace(/\/$/u, "").replace(/:[^/]+/gu, ":"))

/** The names of the parameters in a path, in their order. */
export const paramsOf: (entry: Operation) => ReadonlyArray<string> = memoize(({ path }) => [...path.matchAll(/:(\w+)/gu)].map(([, name]) => name!))

const isRead = ({ method }: Operation) => method === "GET"

const records = new Map(verbs.filter((one) => isRead(one) && !one.list && one.download === undefined).map((one) => [shapeOf(one), one]))

const lists = new Map(verbs.filter((one) => isRead(one) && one.list).map((one) => [shapeOf(one), one]))

const byName = new Map(verbs.map((one) => [one.name, one]))

/** An operation that has a page, in the category that its address names. */
export const operationAt = (category: string | undefined, name: string | undefined): Operation | undefined => {
  const found = byName.get(name ?? "")
  return found?.category === category ? found : undefined
}

export const categories: ReadonlyArray<string> = [...new Set(verbs.map(({ category }) => category))]

export const operationsOf = (category: string): ReadonlyArray<Operation> => verbs.filter((one) => one.category === category)

/** The page of an operation, or of a call of it. */
export const pageOf = ({ category, name }: Operation, args: Arguments = {}): string => {
  const query = new URLSearchParams(args).toString()
  return `${paths.records}/${category}/${name}${query === "" ? "" : `?${query}`}`
}

/** The arguments of one operation as another calls them that stands below the same records. */
export const argumentsFor = (to: Operation, from: Operation, args: Arguments, more: ReadonlyArray<string> = []): Arguments => {
  const values = [...paramsOf(from).map((name) => args[name] ?? ""), ...more]
  return Object.fromEntries(paramsOf(to).slice(0, values.length).map((name, n) => [name, values[n]!]))
}

/** Reads the record that an operation is about: the one at its own path or nearest above; nothing where none is read. */
export const recordOf = (entry: Operation): Operation | undefined => {
  const own = records.get(shapeOf(entry))
  if (own !== undefined) return own
  for (let shape = shapeOf(entry); shape.includes(":"); shape = shape.slice(0, shape.lastIndexOf("/"))) {
    const found = shape.endsWith(":") ? records.get(shape) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** Reads one record of a list. */
export const itemOf = (list: Operation): Operation | undefined => records.get(`${shapeOf(list)}/:`)

/** The list that the record of an operation is in. */
export const listOf = (entry: Operation): Operation | undefined => {
  for (let shape = shapeOf(entry); shape.includes("/"); shape = shape.slice(0, shape.lastIndexOf("/"))) {
    const found = lists.get(shape)
    if (found !== undefined) return found
  }
  return undefined
}

type Session = SessionRequest["Service"]["session"]

const isOpen = (session: Session) => (entry: Operation) => lacking(session.caller, entry) === undefined

const isBelow = (shape: string, within: string) => shape === within || shape.startsWith(`${within}/`)

/* The contract is the same for everybody: what belongs together in it is found once for each operation. */

const belowRecord = memoize((record: Operation): ReadonlyArray<Operation> =>
  verbs.filter((one) => one !== record && isBelow(shapeOf(one), shapeOf(record)) && paramsOf(one).length === paramsOf(record).length))

const fieldNaming = ({ name }: Operation) => `${name.replace(/^get_/u, "")}_id`

const listsNaming = memoize((record: Operation): ReadonlyArray<Operation> => {
  const field = fieldNaming(record)
  return paramsOf(record).length === 1 ? [...lists.values()].filter((one) => one.sources[field] === "query" && !belowRecord(record).includes(one)) : []
})

const belowRow = memoize((list: Operation): ReadonlyArray<Operation> => {
  const within = `${shapeOf(list)}/:`
  return verbs.filter((one) => isBelow(shapeOf(one), within) && paramsOf(one).length === paramsOf(list).length + 1)
})

const besideList = memoize((list: Operation): ReadonlyArray<Operation> =>
  verbs.filter((one) => !isRead(one) && isBelow(shapeOf(one), shapeOf(list)) && paramsOf(one).length === paramsOf(list).length))

/** What can be done with a record, or asked of it. */
export const aboutRecord = (record: Operation, session: Session) => {
  const below = belowRecord(record).filter(isOpen(session))
  return {
    actions: below.filter((one) => !isRead(one)),
    related: below.filter(isRead),
    /** Lists that can be narrowed to it, by this field. */
    naming: listsNaming(record).filter(isOpen(session)), field: fieldNaming(record)
  }
}

/** What can be done with each row of a list whose records are not read alone. */
export const aboutRow = (list: Operation, session: Session): ReadonlyArray<Operation> => belowRow(list).filter(isOpen(session))

/** What can be done beside a list: to make one of its records before all. */
export const aboutList = (list: Operation, session: Session): ReadonlyArray<Operation> => besideList(list).filter(isOpen(session))

const readers = new Map([...records.values()].filter((one) => one.name.startsWith("get_") && paramsOf(one).length === 1).map((one) => [fieldNaming(one), one]))

/** Reads the record that a field names, as `contact_id` names a contact. */
export const named = (field: string): Operation | undefined => readers.get(field.replace(/_ids$/u, "_id"))

/** The part of a page's address that names an argument, and not the page. */
export const given = (entry: Operation, query: URLSearchParams): Arguments =>
  Object.fromEntries([...query].filter(([name, value]) => Object.hasOwn(entry.sources, name) && value.trim() !== "").map(([name, value]) => [name, value.trim()]))

export const NOWHERE = new NotFound({ message: "There is nothing at this address." })

/** The operation whose page was asked for. */
export const operationOf = Effect.gen(function*() {
  const { params } = yield* SessionRequest
  const entry = operationAt(params["category"], params["operation"])
  return entry ?? (yield* Effect.fail(NOWHERE))
})
