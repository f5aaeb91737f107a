import { Effect } from "effect"
import { memoize } from "effect/Function"
import type { Operation } from "#schemas/kernel/catalog"
import type { JsonSchema } from "#schemas/kernel/json-schema"
import type { Groups } from "#schemas/kernel/record-meta"
import { Caller } from "#schemas/kernel/tenancy"
import { latestNames } from "#workflows/agents/names"
import { lacking, takenBy } from "../../connector/verbs.ts"
import { describedBy, only, valuesOf } from "../../surfaces/json-shape.ts"
import { checkbox, type FieldErrors, labelled } from "../components/form.ts"
import { type Attributes, control, kindOf } from "../components/schema-control.ts"
import { SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { listOf, named } from "./catalogue.ts"
import { type Field, fieldsOf, type Filled } from "./fields.ts"
import { inGroups } from "./groups.ts"
import { label, plainWords, valueWord } from "../words/declared.ts"
import { spoken, type Text } from "../words/spoken.ts"
import { numbered } from "./values.ts"

const w = spoken("records")

/** Tells a form that is sent again from another one. */
export const ONCE = "once"

/** So many records are offered for a field that names one. */
const OFFERED = 50

type Way = "params" | "payload" | "query"

const fieldsOfWays = memoize((_: Operation) => new Map<string, ReadonlyArray<Field>>())

/** The input of an operation that arrives by the given ways, in fields. */
export const fieldsBy = (entry: Operation, ways: ReadonlyArray<Way>): ReadonlyArray<Field> => {
  const made = fieldsOfWays(entry)
  const key = ways.join()
  const known = made.get(key)
  if (known !== undefined) return known
  const names = new Set(Object.entries(entry.sources).filter(([, way]) => (ways as ReadonlyArray<string>).includes(way)).map(([name]) => name))
  const fields = fieldsOf(inputSchemaOf(entry), names)
    .map((field) => field.path === "body" && (entry.upload ?? entry.raw) !== undefined ? { ...field, kind: "document" as const } : field)
  made.set(key, fields)
  return fields
}

export const inputSchemaOf = (entry: Operation): JsonSchema => takenBy(entry) as JsonSchema

/** What the records that fields name are called, by the path of the field. */
export type Offers = ReadonlyMap<string, ReadonlyArray<readonly [id: number, name: string]>>

const isNumber = ({ schema }: Field) => only(schema)["type"] === "integer"

/** The last part of a path: `contact_id` of `order.contact_id`. */
const lastOf = (path: string) => path.slice(path.lastIndexOf(".") + 1)

/** The latest records of each kind that fields name, for whoever knows them by name and not by number. */
export const offersFor = Effect.fnUntraced(function*(fields: ReadonlyArray<Field>) {
  const { session: { caller } } = yield* SessionRequest
  const wanted = fields.filter(isNumber).filter(({ path }) => {
    const reader = named(lastOf(path))
    const list = reader && listOf(reader)
    return list !== undefined && lacking(caller, list) === undefined
  })
  const names = yield* Effect.provideService(latestNames([...new Set(wanted.map(({ path }) => lastOf(path)))], OFFERED), Caller, caller)
  return new Map(wanted.map(({ path }) => [path, names.get(lastOf(path)) ?? []] as const)) satisfies Offers
})

interface Shown {
  readonly filled: Filled
  readonly errors: FieldErrors
  readonly offers?: Offers
  readonly zone: string
  /** Of a form that narrows a list nothing is required, and no field explains itself. */
  readonly short?: true
  readonly category: string
}

const helpOf = ({ kind, schema }: Field, { category, short, zone }: Shown): Node | undefined => {
  if (short) return undefined
  const meaning = describedBy(schema)
  const said = [
    meaning === undefined ? undefined : plainWords(meaning, category),
    kind === "lines" ? w.oneLine : kind === "time" ? w.inZone(zone.replaceAll("_", " ")) : kind === "one" && kindOf(schema) === "json" ? w.asJson : undefined
  ].filter((one) => one !== undefined)
  return said.length === 0 ? undefined : said.map((one, n) => [n > 0 && " ", one])
}

const typesOf: Partial<Record<Field["kind"], Attributes>> = {
  day: { type: "date" }, time: { type: "datetime-local" }, secret: { type: "password", autocomplete: "off" }
}

const choiceOf = ({ path }: Field, { category }: Shown) => (value: string): Text =>
  value === "true" ? w.yes : value === "false" ? w.no : valueWord(value, lastOf(path), category)

const ticks = (field: Field, shown: Shown): Node => {
  const chosen = new Set(shown.filled(field.path).split("\n"))
  const wrong = shown.errors.get(field.path)
  return html`
    <fieldset class="field">
      <legend>${label(field.path, shown.category)}</legend>
      ${valuesOf(field.schema)!.map((value) => checkbox(field.path, String(value), choiceOf(field, shown)(String(value)), chosen.has(String(value))))}
      ${wrong !== undefined && html`<p class="wrong">${wrong}</p>`}
    </fieldset>`
}

const inputOf = (field: Field, shown: Shown, attributes: Attributes): Node => {
  const { filled, offers } = shown
  const { kind, path, required, schema } = field
  const text = filled(path)
  if (kind === "lines") return html`<textarea ...${attributes} rows="3">${text}</textarea>`
  if (kind === "file" || kind === "document") return html`<input ...${attributes} type="file" multiple=${only(schema)["type"] === "array"} />`
  const rows = offers?.get(path) ?? []
  const list = rows.length === 0 ? undefined : `${path}-offers`
  return [
    control(schema, required, text, { ...attributes, ...typesOf[kind], ...list !== undefined && { list } }, choiceOf(field, shown), shown.short && w.any),
    list !== undefined && html`<datalist id=${list}>${rows.map(([id, name]) => html`<option value=${String(id)}>${name === "" ? numbered(id) : name}</option>`)}</datalist>`
  ]
}

/** A field for each value of an input. */
export const formFields = (fields: ReadonlyArray<Field>, shown: Shown): Node =>
  fields.map((field) => {
    if (field.kind === "several") return ticks(field, shown)
    const { path } = field
    const help = helpOf(field, shown)
    const one = { name: path, label: label(path, shown.category), errors: shown.errors, ...help !== undefined && { help } }
    return labelled(one, (attributes) => inputOf(field, shown, { ...attributes, ...field.required && !shown.short && { "aria-required": "true" } }))
  })

/** The first part of a path: `address` of `address.city`. */
const firstOf = (path: string) => path.split(".", 1)[0]!

/** The same under the titles of their groups. */
export const groupedFields = (fields: ReadonlyArray<Field>, groups: Groups, shown: Shown): Node =>
  inGroups(fields, ({ path }) => firstOf(path), groups).map(({ items, title }) =>
    title === undefined ? formFields(items, shown) : html`<fieldset class="group"><legend>${title}</legend>${formFields(items, shown)}</fieldset>`)
