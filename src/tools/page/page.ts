import type { AnyTool } from "#schemas/tools/tool"
import { html, type Node, printed } from "../../dashboard/html.ts"
import { paths } from "../../dashboard/paths.ts"
import { addresses } from "../../surfaces/addresses.ts"
import { toolOf } from "../mcp.ts"
import { answerName, SUMMARY } from "../openapi.ts"
import { givenBy } from "../server-info.ts"
import { groups } from "./groups.ts"
import { errors, start } from "./guide.ts"
import { type Called, code, fieldTable, pathOf, toolSection } from "./section.ts"
import { fieldsOf } from "../../surfaces/json-shape.ts"

interface Frame {
  readonly title: string
  readonly description: string
  readonly content: Node
  /** Beside the content. */
  readonly contents?: Node
}

const documents = [["Tools", addresses.tools], ["REST API", addresses.docs], ["OpenAPI", addresses.toolsOpenapi], ["llms.txt", addresses.llms]] as const

const frame = ({ content, contents, description, title }: Frame): string => printed(html`
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>${title}</title>
      <meta name="description" content=${description} />
      <link rel="stylesheet" href=${addresses.toolsStyle} />
      <link rel="icon" href=${paths.icon} type="image/svg+xml" />
      <script type="module" src=${addresses.toolsScript}></script>
    </head>
    <body class="tools">
      <a class="skip" href="#content">Skip to the content</a>
      <header class="top">
        <p class="whose"><strong>Business Platform</strong></p>
        <nav aria-label="Documents">
          <ul>${documents.map(([name, path]) => html`<li><a href=${path} aria-current=${path === addresses.tools ? "page" : undefined}>${name}</a></li>`)}</ul>
        </nav>
      </header>
      <div class=${contents === undefined ? "sheet" : "sheet with-contents"}>
        ${contents}
        <main id="content" tabindex="-1">${content}</main>
      </div>
    </body>
  </html>`)

const list: Node = html`
  <ul class="groups">
    ${groups.map(({ id, title, tools }) => html`
      <li>
        <a class="group" href=${`#${id}`}>${title}</a>
        <ul>${tools.map(({ name }) => html`<li data-tool=${name}><a href=${`#${name}`}>${name}</a></li>`)}</ul>
      </li>`)}
    <li><a class="group" href="#errors">Errors</a></li>
  </ul>`

/** Is there only where there is a script to do it. */
const search = html`
  <search class="search" hidden>
    <label for="search">Find a tool</label>
    <input id="search" type="search" autocomplete="off" />
    <p role="status" class="faint"></p>
  </search>`

/** All tools. */
export const allTools = (perMinute: number): string => frame({
  title: "Tools",
  description: SUMMARY,
  contents: html`<nav class="aside" aria-label="Tools">${list}</nav>`,
  content: html`
    <div>
      <h1>Tools</h1>
      ${start(perMinute)}
      ${search}
      <details class="contents"><summary>All tools by name</summary><nav aria-label="Tools by name">${list}</nav></details>
      ${groups.map(({ id, title, tools }) => html`
        <section id=${id} class="group">
          <h2><a href=${`#${id}`}>${title}</a></h2>
          ${tools.map((tool) => toolSection(tool))}
        </section>`)}
      ${errors}
    </div>`
})

const trail = html`<p class="trail"><a href=${addresses.tools}>All tools</a></p>`

const call = ({ example, name }: AnyTool) =>
  ({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: example } })

const definition = (tool: AnyTool) => {
  const { call, ...shown } = toolOf(tool)
  return shown
}

/** One tool, with all that is known of it, and what it answered if it was called. */
export const oneTool = (tool: AnyTool, called?: Called): string => frame({
  title: `${tool.title} · Tools`,
  description: tool.description,
  content: html`
    <div>
      ${trail}
      <h1>${tool.title} <small><code>${tool.name}</code></small></h1>
      ${toolSection(tool, { called, alone: true })}
      <section id="output">
        <h2><a href="#output">What it answers</a></h2>
        <p><code>success</code> and, in <code>data</code>, an object like this; its schema is <code>${answerName(tool.name)}</code> in${" "}
          <a href=${addresses.toolsOpenapi}>OpenAPI</a>.</p>
        <details>
          <summary>Each of its fields</summary>
          ${fieldTable(`Answer of ${tool.name}`, fieldsOf(givenBy(tool)), "An object without fixed names.", false)}
        </details>
      </section>
      <section id="mcp">
        <h2><a href="#mcp">In MCP terms</a></h2>
        <p>As a client lists it, and as it calls it. The answer comes as <code>structuredContent</code> and as text.</p>
        <div class="ways">
          <div>${code("The tool as tools/list has it", JSON.stringify(definition(tool), null, 2))}</div>
          <div>${code("A call of it", JSON.stringify(call(tool), null, 2))}</div>
        </div>
      </section>
    </div>`
})

/** There is no such tool; those that come closest. */
export const noTool = (near: ReadonlyArray<string>): string => frame({
  title: "There is no such tool",
  description: SUMMARY,
  content: html`
    <div>
      ${trail}
      <h1>There is no such tool</h1>
      <div class="failure">
        <p class="lead">No tool has this name.</p>
        ${near.length > 0 && html`
          <p>Closest: ${near.map((name, n) => [n > 0 && ", ", html`<a href=${pathOf(name)}><code>${name}</code></a>`])}.</p>`}
      </div>
    </div>`
})
