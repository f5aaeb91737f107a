import { type Schema, SchemaAST } from "effect"
import { memoize } from "effect/Function"
import type { Operation } from "#schemas/kernel/catalog"
import { type Groups, type RecordMeta, recordMetaOf } from "#schemas/kernel/record-meta"
import { declared } from "../words/declared.ts"
import { type Said, spoken } from "../words/spoken.ts"
import { recordOf } from "./catalogue.ts"

const w = spoken("records")

/** What a list has of each record, as its programs know it. */
const itemsOf = ({ ast }: Schema.Top): SchemaAST.AST | undefined => {
  const type = SchemaAST.toType(ast)
  const items = SchemaAST.isObjects(type) ? type.propertySignatures.find(({ name }) => name === "items")?.type : undefined
  return items !== undefined && SchemaAST.isArrays(items) ? items.rest[0] : undefined
}

/** Of which kind the records are that an operation answers with; null where that is of no kind of its own. */
export const metaOf: (entry: Operation) => RecordMeta | null = memoize((entry: Operation) => {
  const [success] = entry.endpoint.success
  const ast = success && (entry.list ? itemsOf(success as Schema.Top) : success.ast)
  return (ast && recordMetaOf({ ast })) ?? null
})

const NONE: Groups = {}

/** In which groups the fields of what an operation answers with are shown, or those of its form. */
export const groupsOf = (entry: Operation): Groups => {
  const record = metaOf(entry) === null ? recordOf(entry) : entry
  return (record && metaOf(record))?.groups ?? NONE
}

export interface Group<Item> {
  /** None where all stand in one. */
  readonly title: Said | undefined
  readonly items: ReadonlyArray<Item>
}

const titleOf = (title: string): Said => declared("groups", title)

/** Items by the groups of their fields, in the order of these; what is in none comes last. */
export const inGroups = <Item>(items: ReadonlyArray<Item>, fieldOf: (item: Item) => string, groups: Groups): ReadonlyArray<Group<Item>> => {
  const byField = Map.groupBy(items, fieldOf)
  const found = Object.entries(groups)
    .map(([title, fields]): Group<Item> => ({ title: titleOf(title), items: fields.flatMap((field) => byField.get(field) ?? []) }))
    .filter(({ items }) => items.length > 0)
  if (found.length < 2) return [{ title: undefined, items }]
  const known = new Set(Object.values(groups).flat())
  const others = items.filter((item) => !known.has(fieldOf(item)))
  return others.length === 0 ? found : [...found, { title: w.furtherFields, items: others }]
}
