import type { Schema } from "effect"
import type { AnyTool } from "#schemas/tools/tool"
import { table } from "../../dashboard/components/table.ts"
import { html, type Node } from "../../dashboard/html.ts"
import { addresses } from "../../surfaces/addresses.ts"
import { quoted } from "../../surfaces/docs/curl.ts"
import { ORIGIN } from "../../surfaces/documents.ts"
import { TOOLS_PATH } from "../routes.ts"
import { takenBy } from "../server-info.ts"
import { answer, detailsOf, type CallResult } from "./answer.ts"
import { exemplary, fields, type Filled, givenOf } from "./form.ts"
import { allowed, type Field, fieldsOf, typeOf } from "../../surfaces/json-shape.ts"

/** A call that was made from the page. */
export interface Called {
  readonly filled: Filled
  readonly outcome: CallResult
}

export const pathOf = (tool: string): `/${string}` => `${addresses.tools}/${tool}`

/** A line for the shell that makes the call. */
export const curlOf = (tool: string, given: Schema.Json): string => [
  `curl -X POST ${quoted(ORIGIN + TOOLS_PATH)}`,
  `-H ${quoted("Content-Type: application/json")}`,
  `-d ${quoted(JSON.stringify({ type: "call_tool", tool, arguments: given }))}`
].join(" \\\n  ")

export const code = (label: string, text: string): Node =>
  html`<pre tabindex="0" role="region" aria-label=${label}><code>${text}</code></pre>`

/** What a tool takes or gives, name by name. */
export const fieldTable = (label: string, rows: ReadonlyArray<Field>, none: string, input: boolean): Node =>
  table<Field>({
    label,
    rows,
    empty: html`<p class="faint">${none}</p>`,
    columns: [
      { title: "Name", cell: ({ name }) => html`<code>${name}</code>` },
      { title: "Type", cell: ({ schema }) => typeOf(schema) },
      { title: input ? "Required" : "Always there", cell: ({ required }) => required ? "yes" : html`<span class="faint">no</span>` },
      { title: input ? "Allowed" : "Description", cell: ({ schema }) => allowed(schema, input ? "any" : "") }
    ]
  })

interface Shown {
  /** A call of it that was made. */
  readonly called?: Called | undefined
  /** On a page of its own, whose title is the tool's. */
  readonly alone?: true
}

const heading = ({ name, title }: AnyTool) => html`<h3><a href=${`#${name}`}>${title}</a> <code>${name}</code></h3>`

/** One tool: what it is, what it takes, a form to call it and the answer beside. */
export const toolSection = (tool: AnyTool, { alone, called }: Shown = {}): Node => {
  const { description, name, nature } = tool
  const filled = called?.filled ?? exemplary(tool)
  const input = takenBy(tool)
  const known = Object.keys(input["properties"] as object | undefined ?? {})
  return html`
    <article id=${name} class="tool">
      <div class="about">
        ${alone !== true && heading(tool)}
        <p>${description}</p>
      </div>
      ${fieldTable(`Arguments of ${name}`, fieldsOf(input), "It takes no arguments.", true)}
      <div class="try">
        <form method="post" action=${pathOf(name)} class="call" novalidate aria-label=${`Call ${name}`}>
          <div class="fields">${fields(tool, filled, detailsOf(called?.outcome))}</div>
          <button type="submit" class="main">Call<span class="unseen"> ${name}</span></button>
          ${nature === "write" && html`<p class="help">Calling it leaves a record with the service.</p>`}
        </form>
        ${answer(name, called?.outcome, known)}
      </div>
      <details class="line-of-it">
        <summary>As a line for the shell<span class="unseen">, ${name}</span></summary>
        <div class="curl">${code(`curl line of ${name}`, curlOf(name, givenOf(tool, filled)))}</div>
      </details>
      <p class="more"><a href=${alone ? "#mcp" : `${pathOf(name)}#mcp`}>In MCP terms<span class="unseen">, ${name}</span></a></p>
    </article>`
}
