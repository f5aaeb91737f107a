import type { Schema } from "effect"
import type { JsonSchema } from "#schemas/kernel/json-schema"
import type { Detail } from "#schemas/kernel/errors"
import { argumentOf } from "#schemas/tools/refusal"
import type { AnyTool } from "#schemas/tools/tool"
import { html, type Node } from "../../dashboard/html.ts"
import { isDeep } from "../../http/json-body.ts"
import { takenBy } from "../server-info.ts"
import { describedBy, limitsOf, typeOf, valuesOf } from "./shape.ts"

type Given = { readonly [name: string]: Schema.Json }

/** What stands in the fields of a form, by argument. */
export type Filled = Readonly<Record<string, string>>

/** A text longer than this is written on several lines. */
const LINE = 200

const propertiesOf = (tool: AnyTool) =>
  Object.entries(takenBy(tool)["properties"] as { readonly [name: string]: JsonSchema } | undefined ?? {})

const kindOf = (schema: JsonSchema): "choice" | "number" | "line" | "prose" | "json" => {
  const type = schema["type"]
  if ((valuesOf(schema) !== undefined && type !== "array") || type === "boolean") return "choice"
  if (type === "number" || type === "integer") return "number"
  if (type !== "string") return "json"
  return Number(schema["maxLength"] ?? 0) > LINE ? "prose" : "line"
}

const written = (value: Schema.Json | undefined): string =>
  value === undefined ? "" : typeof value === "string" ? value : typeof value === "object" ? JSON.stringify(value, null, 2) : String(value)

/** The fields as the tool's own example fills them. */
export const exemplary = (tool: AnyTool): Filled => {
  const example = tool.example as Given
  return Object.fromEntries(propertiesOf(tool).map(([name]) => [name, written(example[name])]))
}

/** The fields as somebody sent them. */
export const sentIn = (tool: AnyTool, form: URLSearchParams): Filled =>
  Object.fromEntries(propertiesOf(tool).map(([name]) => [name, form.get(name)?.replaceAll("\r\n", "\n") ?? ""]))

const valueOf = (schema: JsonSchema, text: string): Schema.Json => {
  const kind = kindOf(schema)
  if (schema["type"] === "boolean") return text === "true" ? true : text === "false" ? false : text
  if (kind === "number") return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text
  if (kind !== "json") return text
  try {
    const value: Schema.Json = JSON.parse(text)
    return isDeep(value) ? text : value
  } catch {
    return text
  }
}

/** The arguments that filled fields stand for: empty ones are left out, and what cannot be read goes as it is, to be refused. */
export const givenOf = (tool: AnyTool, filled: Filled): Given =>
  Object.fromEntries(propertiesOf(tool).flatMap(([name, schema]) => {
    const text = filled[name] ?? ""
    return text.trim() === "" ? [] : [[name, valueOf(schema, text)]]
  }))

type Attributes = Readonly<Record<string, string | boolean | undefined>>

const number = (value: unknown) => value === undefined ? undefined : String(value)

const options = (schema: JsonSchema, required: boolean, chosen: string) => {
  const values = (valuesOf(schema) ?? [true, false]).map(String)
  const known = chosen === "" || values.includes(chosen)
  return html`
    <option value="" selected=${chosen === ""}>${required ? "choose one" : "left out"}</option>
    ${values.map((value) => html`<option value=${value} selected=${value === chosen}>${value}</option>`)}
    ${!known && html`<option value=${chosen} selected>${chosen}</option>`}`
}

const control = (schema: JsonSchema, required: boolean, text: string, attributes: Attributes): Node => {
  switch (kindOf(schema)) {
    case "choice":
      return html`<select ...${attributes}>${options(schema, required, text)}</select>`
    case "number":
      return html`
        <input ...${attributes} type="number" value=${text} inputmode="decimal" step=${schema["type"] === "integer" ? "1" : "any"}
          min=${number(schema["minimum"])} max=${number(schema["maximum"])} />`
    case "line":
      return html`<input ...${attributes} type="text" value=${text} maxlength=${number(schema["maxLength"])} autocomplete="off" />`
    case "prose":
      return html`<textarea ...${attributes} rows="3" maxlength=${number(schema["maxLength"])}>${text}</textarea>`
    case "json":
      return html`<textarea ...${attributes} rows="5" class="code" spellcheck="false">${text}</textarea>`
  }
}

const problem = (id: string, details: ReadonlyArray<Detail>, name: string) => html`
  <p id=${id} class="wrong">
    ${details.map(({ error, field }, n) => html`<span>${n > 0 && " "}${field !== name && html`<code>${field}</code>`} ${error}.</span>`)}
  </p>`

const field = (tool: AnyTool, [name, schema]: readonly [string, JsonSchema], filled: Filled, details: ReadonlyArray<Detail>): Node => {
  const id = `${tool.name}.${name}`
  const required = (takenBy(tool)["required"] as ReadonlyArray<string> | undefined ?? []).includes(name)
  const wrong = details.filter((detail) => argumentOf(detail) === name)
  const help = [kindOf(schema) === "number" ? limitsOf(schema) : undefined, describedBy(schema)].filter((one) => one !== undefined).join("; ")
  const about = [...help === "" ? [] : [`${id}-help`], ...wrong.length === 0 ? [] : [`${id}-wrong`]].join(" ")
  return html`
    <div class="field">
      <label for=${id}><code>${name}</code> <span>${typeOf(schema)}${required && ", required"}</span></label>
      ${control(schema, required, filled[name] ?? "", {
        id, name, "aria-required": required ? "true" : undefined, "aria-describedby": about === "" ? undefined : about,
        "aria-invalid": wrong.length > 0 ? "true" : undefined
      })}
      ${help !== "" && html`<p id=${`${id}-help`} class="help">${help.replaceAll("`", "")}</p>`}
      ${wrong.length > 0 && problem(`${id}-wrong`, wrong, name)}
    </div>`
}

/** A field for each argument of a tool, with what was wrong with it. */
export const fields = (tool: AnyTool, filled: Filled, details: ReadonlyArray<Detail> = []): Node => {
  const all = propertiesOf(tool)
  return all.length === 0 ? html`<p class="faint">This tool takes no arguments.</p>` : all.map((one) => field(tool, one, filled, details))
}
