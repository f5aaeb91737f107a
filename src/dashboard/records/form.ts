import { Effect } from "effect"
import type { Operation } from "#schemas/kernel/catalog"
import type { JsonSchema } from "#schemas/kernel/json-schema"
import { takenBy } from "../../connector/verbs.ts"
import { describedBy, only, valuesOf } from "../../surfaces/json-shape.ts"
import { checkbox, type FieldErrors, labelled } from "../components/form.ts"
import { type Attributes, control, kindOf } from "../components/schema-control.ts"
import { SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { listOf, named } from "./catalogue.ts"
import { pageOfList } from "./calls.ts"
import { type Field, fieldsOf, type Filled } from "./fields.ts"
import { labelOf, nameOf, type Row } from "./values.ts"

/** So many records are offered for a field that names one. */
const OFFERED = 50

/** The input of an operation that arrives by the given ways, in fields. */
export const fieldsBy = (entry: Operation, ways: ReadonlyArray<"params" | "payload" | "query">): ReadonlyArray<Field> =>
  fieldsOf(inputSchemaOf(entry), new Set(Object.entries(entry.sources).filter(([, way]) => ways.includes(way)).map(([name]) => name)))
    .map((field) => field.path === "body" && (entry.upload ?? entry.raw) !== undefined ? { ...field, kind: "document" as const } : field)

export const inputSchemaOf = (entry: Operation): JsonSchema => takenBy(entry) as JsonSchema

/** What the records that fields name are called, by the path of the field. */
export type Offers = ReadonlyMap<string, ReadonlyArray<Row>>

const isNumber = ({ schema }: Field) => only(schema)["type"] === "integer"

/** The latest records of each kind that fields name, for whoever knows them by name and not by number. */
export const offersFor = Effect.fnUntraced(function*(fields: ReadonlyArray<Field>) {
  const { session } = yield* SessionRequest
  const wanted = fields.filter(isNumber).flatMap(({ path }) => {
    const reader = named(path.split(".").at(-1)!)
    const list = reader && listOf(reader)
    return list === undefined || (list.access !== "any" && !session.caller.scopes.has(list.access)) ? [] : [{ path, list }]
  })
  const found = yield* Effect.forEach(wanted, ({ list, path }) =>
    Effect.match(pageOfList(list, { limit: OFFERED }), {
      onFailure: () => [path, []] as const,
      onSuccess: ({ items }) => [path, items] as const
    }), { concurrency: 4 })
  return new Map<string, ReadonlyArray<Row>>(found)
})

interface Shown {
  readonly filled: Filled
  readonly errors: FieldErrors
  readonly offers?: Offers
  readonly zone: string
  /** Of a form that narrows a list nothing is required, and no field explains itself. */
  readonly short?: true
}

const helpOf = ({ kind, required, schema }: Field, { short, zone }: Shown): string | undefined => {
  if (short) return undefined
  const said = [
    describedBy(schema)?.replaceAll("`", ""),
    kind === "lines" ? "One on each line." : kind === "time" ? `In ${zone.replaceAll("_", " ")}.` : kind === "one" && kindOf(schema) === "json" ? "Written as JSON." : undefined,
    required ? undefined : "May be left out."
  ].filter((one) => one !== undefined)
  return said.length === 0 ? undefined : said.join(" ")
}

const typesOf: Partial<Record<Field["kind"], Attributes>> = {
  day: { type: "date" }, time: { type: "datetime-local" }, secret: { type: "password", autocomplete: "off" }
}

const plain = (value: string) => value === "true" ? "yes" : value === "false" ? "no" : value.replaceAll("_", " ")

const ticks = (field: Field, shown: Shown): Node => {
  const chosen = new Set(shown.filled(field.path).split("\n"))
  const wrong = shown.errors.get(field.path)
  return html`
    <fieldset class="field">
      <legend>${labelOf(field.path)}</legend>
      ${valuesOf(field.schema)!.map((value) => checkbox(field.path, String(value), plain(String(value)), chosen.has(String(value))))}
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
    control(schema, required, text, { ...attributes, ...typesOf[kind], ...list !== undefined && { list } }, plain),
    list !== undefined && html`<datalist id=${list}>${rows.map((row) => html`<option value=${String(row["id"])}>${nameOf(row)}</option>`)}</datalist>`
  ]
}

/** A field for each value of an input. */
export const formFields = (fields: ReadonlyArray<Field>, shown: Shown): Node =>
  fields.map((field) => {
    if (field.kind === "several") return ticks(field, shown)
    const { path } = field
    const help = helpOf(field, shown)
    const one = { name: path, label: labelOf(path), errors: shown.errors, ...help !== undefined && { help } }
    return labelled(one, (attributes) => inputOf(field, shown, { ...attributes, ...field.required && !shown.short && { "aria-required": "true" } }))
  })
