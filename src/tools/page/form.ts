import type { Schema } from "effect"
import type { JsonSchema } from "#schemas/kernel/json-schema"
import type { Detail } from "#schemas/kernel/errors"
import { argumentOf } from "#schemas/tools/refusal"
import type { AnyTool } from "#schemas/tools/tool"
import { control, kindOf, valueOf, written } from "../../dashboard/components/schema-control.ts"
import { html, type Node } from "../../dashboard/html.ts"
import { takenBy } from "../server-info.ts"
import { describedBy, limitsOf, typeOf } from "../../surfaces/json-shape.ts"

type Given = { readonly [name: string]: Schema.Json }

/** What stands in the fields of a form, by argument. */
export type Filled = Readonly<Record<string, string>>

const propertiesOf = (tool: AnyTool) =>
  Object.entries(takenBy(tool)["properties"] as { readonly [name: string]: JsonSchema } | undefined ?? {})

/** The fields as the tool's own example fills them. */
export const exemplary = (tool: AnyTool): Filled => {
  const example = tool.example as Given
  return Object.fromEntries(propertiesOf(tool).map(([name]) => [name, written(example[name])]))
}

/** The fields as somebody sent them. */
export const sentIn = (tool: AnyTool, form: URLSearchParams): Filled =>
  Object.fromEntries(propertiesOf(tool).map(([name]) => [name, form.get(name)?.replaceAll("\r\n", "\n") ?? ""]))

/** The arguments that filled fields stand for: empty ones are left out, and what cannot be read goes as it is, to be refused. */
export const givenOf = (tool: AnyTool, filled: Filled): Given =>
  Object.fromEntries(propertiesOf(tool).flatMap(([name, schema]) => {
    const text = filled[name] ?? ""
    return text.trim() === "" ? [] : [[name, valueOf(schema, text)]]
  }))

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
