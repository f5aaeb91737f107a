import type { Schema } from "effect"
import { isDeep } from "../../http/json-body.ts"
import type { JsonSchema } from "#schemas/kernel/json-schema"
import { only, valuesOf } from "../../surfaces/json-shape.ts"
import { html, type Node } from "../html.ts"
import { inWords, spoken, type Text, textIn } from "../words/spoken.ts"

const w = spoken("records")

/** A text longer than this is written on several lines; e-mail addresses and names of files are shorter. */
const LINE = 255

/** How a value of a schema is filled in. */
export const kindOf = (schema: JsonSchema): "choice" | "json" | "line" | "number" | "prose" => {
  const one = only(schema)
  const type = one["type"]
  if ((valuesOf(one) !== undefined && type !== "array") || type === "boolean") return "choice"
  if (type === "number" || type === "integer") return "number"
  if (type !== "string") return "json"
  return Number(one["maxLength"] ?? 0) > LINE ? "prose" : "line"
}

/** A value as it stands in a field. */
export const written = (value: Schema.Json | undefined): string =>
  value === undefined ? "" : typeof value === "string" ? value : typeof value === "object" ? JSON.stringify(value, null, 2) : String(value)

/** The value that a filled field stands for; what cannot be read is the text as it is, to be refused. */
export const valueOf = (schema: JsonSchema, text: string): Schema.Json => {
  const kind = kindOf(schema)
  if (only(schema)["type"] === "boolean") return text === "true" ? true : text === "false" ? false : text
  if (kind === "number") return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text
  if (kind !== "json") return text
  try {
    const value: Schema.Json = JSON.parse(text)
    return isDeep(value) ? text : value
  } catch {
    return text
  }
}

export type Attributes = Readonly<Record<string, string | boolean | undefined>>

const number = (value: unknown) => value === undefined ? undefined : String(value)

interface Choice {
  readonly schema: JsonSchema
  readonly required: boolean
  readonly chosen: string
  /** How a value is shown. */
  readonly shown?: (value: string) => Text
  /** What no choice is called. */
  readonly none?: Text | undefined
}

const options = ({ chosen, required, schema, none = required ? w.chooseOne : w.leftOut, shown = (value) => value }: Choice) => {
  const values = (valuesOf(schema) ?? [true, false]).map(String)
  const known = chosen === "" || values.includes(chosen)
  return inWords((words) => html`
    <option value="" selected=${chosen === ""}>${textIn(words, none)}</option>
    ${values.map((value) => html`<option value=${value} selected=${value === chosen}>${textIn(words, shown(value))}</option>`)}
    ${!known && html`<option value=${chosen} selected>${chosen}</option>`}`)
}

/** What a value of a schema is filled in with. */
export const control = (schema: JsonSchema, required: boolean, text: string, attributes: Attributes, shown?: Choice["shown"], none?: Text): Node => {
  const one = only(schema)
  switch (kindOf(schema)) {
    case "choice":
      return html`<select ...${attributes}>${options({ schema: one, required, chosen: text, none, ...shown !== undefined && { shown } })}</select>`
    case "number":
      return html`
        <input ...${attributes} type="number" value=${text} inputmode="decimal" step=${one["type"] === "integer" ? "1" : "any"}
          min=${number(one["minimum"])} max=${number(one["maximum"])} />`
    case "line":
      return html`<input ...${{ type: "text", ...attributes }} value=${text} maxlength=${number(one["maxLength"])} autocomplete="off" />`
    case "prose":
      return html`<textarea ...${attributes} rows="3" maxlength=${number(one["maxLength"])}>${text}</textarea>`
    case "json":
      return html`<textarea ...${attributes} rows="5" class="code" spellcheck="false">${text}</textarea>`
  }
}
