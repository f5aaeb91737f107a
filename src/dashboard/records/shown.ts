import type { Operation } from "#schemas/kernel/catalog"
import { isJsonObject } from "#schemas/kernel/json"
import type { JsonSchema } from "#schemas/kernel/json-schema"
import type { Groups } from "#schemas/kernel/record-meta"
import { avatar } from "../components/avatar.ts"
import { bookkeeping } from "../components/diff.ts"
import { empty, json, link } from "../components/elements.ts"
import { type Column, type Fact, facts, table } from "../components/table.ts"
import { html, type Node } from "../html.ts"
import { label as labelled } from "../words/declared.ts"
import { spoken, type Text } from "../words/spoken.ts"
import { argumentsFor, type Arguments, itemOf, pageOf, paramsOf } from "./catalogue.ts"
import { usualColumns } from "./columns.ts"
import type { Json } from "./fields.ts"
import { type Group, inGroups } from "./groups.ts"
import type { Naming } from "./naming.ts"
import { currencyOf, insideOf, isFigure, isPerson, isTold, itemsOf, nameOf, type Row, type Setting, UNNAMED, valueOf } from "./values.ts"

const w = spoken("records")

const NO_GROUPS: Groups = {}

interface Rows {
  readonly label: Text
  readonly rows: ReadonlyArray<Row>
  readonly schema: JsonSchema
  readonly setting: Setting
  readonly empty: Node
  /** Fields to show beside the name; the usual ones where none are said. */
  readonly columns?: ReadonlyArray<string>
  readonly page?: (row: Row) => string | undefined
  /** Stands at the end of each row. */
  readonly acts?: (row: Row) => Node
  /** By the field that names them best where it is left out. */
  readonly naming?: Naming
}

/** People are told by their initials too. */
const faceOf = (row: Row, name: Text): Node => isPerson(row) && avatar(String(name))

/** Records side by side. */
export const rowTable = ({ acts, columns, empty: none, label, naming = nameOf, page, rows, schema, setting }: Rows): Node => {
  const names = new Map(rows.map((row) => [row, naming(row)]))
  const name: Column<Row> = {
    title: w.name,
    cell: (row) => {
      const to = page?.(row)
      const called = names.get(row)!
      return [faceOf(row, called), to === undefined ? html`<bdi>${called}</bdi>` : link(to, html`<bdi>${called}</bdi>`)]
    }
  }
  const [first, ...others] = (columns ?? usualColumns(rows, schema)).map((field): Column<Row> => {
    const inside = insideOf(schema, field)
    return { title: labelled(field, setting.category), cell: (row) => valueOf(field, inside, row, setting), ...isFigure(field, inside) && { figure: true } }
  })
  const last = acts === undefined ? [] : [{ title: w.actionsTitle, cell: acts }]
  const isNamed = first === undefined || rows.some((row) => names.get(row) !== UNNAMED || page?.(row) !== undefined)
  return table<Row>({
    label, rows, empty: none,
    columns: isNamed ? [name, ...first === undefined ? [] : [first], ...others, ...last] : [first, ...others, ...last]
  })
}

/** The page of a row of a list; nothing where its record is not read alone. */
export const rowPage = (list: Operation, args: Arguments) => {
  const item = itemOf(list)
  const last = item && paramsOf(item).at(-1)!
  /* The key comes last, and a number needs no encoding. */
  const before = item && pageOf(item, argumentsFor(item, list, args, [""]))
  return (row: Row): string | undefined => {
    const key = last === undefined ? undefined : row[last] ?? row["id"]
    return before === undefined || key === undefined || key === null ? undefined : `${before}${typeof key === "number" ? key : encodeURIComponent(String(key))}`
  }
}

const isRow = (value: Json | undefined): value is Row => isJsonObject(value)

const isRows = (value: Json | undefined): value is ReadonlyArray<Row> => Array.isArray(value) && value.length > 0 && value.every(isRow)

/** An object within a record is shown by itself, so deep. */
const DEPTH = 2

/** What programs need to know of a record, and people seldom. */
const technical = new Set(["id", "version", "livemode", "object", "sequence"])

type Level = 2 | 3 | 4

const heading = (level: Level, text: Node): Node => level === 2 ? html`<h2>${text}</h2>` : level === 3 ? html`<h3>${text}</h3>` : html`<h4>${text}</h4>`

const below = (level: Level): Level => level === 2 ? 3 : 4

const isInner = (value: Json | undefined) => isRows(value) || (isRow(value) && Object.keys(value).length > 0)

interface Part {
  readonly row: Row
  readonly schema: JsonSchema
  readonly setting: Setting
  readonly depth: number
  readonly level: Level
}

const fact = ({ row, schema, setting }: Part) => (field: string): Fact =>
  [labelled(field, setting.category), valueOf(field, insideOf(schema, field), row, { ...setting, alone: true })]

const inner = (field: string, { depth, level, row, schema, setting }: Part): Node => {
  const value = row[field]!
  const within = insideOf(schema, field)
  return depth >= DEPTH
    ? json(labelled(field, setting.category), value)
    : isRows(value)
    ? rowTable({ label: labelled(field, setting.category), rows: value, schema: itemsOf(within), setting, empty: null })
    : recordNode(value as Row, within, setting, NO_GROUPS, depth + 1, below(level))
}

/** Fields of a record: what each holds, and under their own headings those that hold more. */
const fieldsNode = (fields: ReadonlyArray<string>, part: Part): Node => {
  const [plain, others] = [fields.filter((field) => !isInner(part.row[field])), fields.filter((field) => isInner(part.row[field]))]
  return [
    plain.length > 0 && facts(plain.map(fact(part))),
    others.map((field) => html`
      <section>
        ${heading(part.level, labelled(field, part.setting.category))}
        ${inner(field, part)}
      </section>`)
  ]
}

/** Under the title of a group its fields. One that is all of a group, and holds more, has the title of the group alone. */
const groupNode = ({ items, title }: Group<string>, part: Part): Node =>
  title === undefined ? fieldsNode(items, part) : html`
    <section class="group">
      ${heading(part.level, title)}
      ${items.length === 1 && isInner(part.row[items[0]!]) ? inner(items[0]!, part) : fieldsNode(items, { ...part, level: below(part.level) })}
    </section>`

/** What is known of a record: its own values first, then what it holds, each under its name, or all by their groups. */
export const recordNode = (row: Row, schema: JsonSchema, within: Setting, groups: Groups = NO_GROUPS, depth = 0, level: Level = 2): Node => {
  const setting = { ...within, currency: currencyOf(row) ?? within.currency }
  const fields = Object.keys(row)
  const ordered = [...fields.filter((field) => !bookkeeping.includes(field)), ...fields.filter((field) => bookkeeping.includes(field))]
  const told = ordered.filter((field) => isTold(row[field]))
  const beside = told.filter((field) => depth === 0 && technical.has(field) && !isInner(row[field]))
  const part = { row, schema, setting, depth, level }
  return html`
    <div>
      ${inGroups(told.filter((field) => !beside.includes(field)), (field) => field, groups).map((group) => groupNode(group, part))}
      ${beside.length > 0 && html`<details class="technical"><summary>${w.technical}</summary>${facts(beside.map(fact(part)))}</details>`}
    </div>`
}

/** Whatever an operation answered with. */
export const answerNode = (value: Json, schema: JsonSchema, setting: Setting, groups: Groups = NO_GROUPS): Node =>
  isRow(value) ? recordNode(value, schema, setting, groups) : value === null ? empty(w.done) : json(w.answer, value)
