import type { JsonSchema } from "#schemas/kernel/json-schema"
import { type Content, html } from "../html.ts"
import type { Parameter } from "../openapi/json.ts"
import { operationMetaOf, typeOf } from "./types.ts"

/** A table that scrolls by itself where the screen is narrow, by keyboard too. */
export const table = (label: string, head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<Content>>) => html`
<div class="table" role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr>${head.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
<tbody>${rows.map(([first, ...rest]) => html`
<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>`)}
</tbody>
</table></div>`

const isObject = ({ properties, type }: JsonSchema) => type === "object" && properties !== undefined

const insideOf = (schema: JsonSchema): readonly [suffix: string, inside: JsonSchema] | undefined => {
  if (isObject(schema)) return [".", schema]
  const items = schema["items"] as JsonSchema | undefined
  return schema["type"] === "array" && items !== undefined && isObject(items) ? ["[].", items] : undefined
}

type Row = readonly [name: string, required: boolean, schema: JsonSchema]
type Properties = { readonly [name: string]: JsonSchema } | undefined

const rowsOf = (schema: JsonSchema, prefix = ""): ReadonlyArray<Row> => {
  const required = schema["required"] as ReadonlyArray<string> | undefined ?? []
  return Object.entries(schema["properties"] as Properties ?? {}).flatMap(([name, one]) => {
    const inside = insideOf(one)
    const row: Row = [prefix + name, required.includes(name), one]
    return inside === undefined ? [row] : [row, ...rowsOf(inside[1], prefix + name + inside[0])]
  })
}

const marked = (name: string, required: boolean): Content =>
  [html`<code>${name}</code>`, required && html` <span class="required">required</span>`]

/** The fields that a caller sends, those of objects inside by their path. */
export const inputTable = (label: string, schema: JsonSchema): Content =>
  table(label, ["Field", "Type", "Description"], rowsOf(schema).map(([name, required, one]) =>
    [marked(name, required), typeOf(one), operationMetaOf(one)]))

/** The fields of an answer. */
export const outputTable = (label: string, schema: JsonSchema): Content =>
  table(label, ["Field", "Type", "Description"], rowsOf(schema).map(([name, , one]) =>
    [html`<code>${name}</code>`, typeOf(one), operationMetaOf(one)]))

/** The parameters of an address. */
export const parameterTable = (label: string, parameters: ReadonlyArray<Parameter>): Content =>
  table(label, ["Parameter", "In", "Type", "Description"], parameters.map(({ description, in: place, name, required, schema }) =>
    [marked(name, required), place, typeOf(schema), operationMetaOf(schema, description)]))
