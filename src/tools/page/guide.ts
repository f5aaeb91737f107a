import { tools } from "#schemas/tools/catalog"
import { toolCodes, toolStatuses } from "#schemas/tools/refusal"
import { table } from "../../dashboard/components/table.ts"
import { html, type Node } from "../../dashboard/html.ts"
import { revisions } from "../../mcp/profile.ts"
import { addresses } from "../../surfaces/addresses.ts"
import { ORIGIN } from "../../surfaces/documents.ts"
import { TOOLS_PATH } from "../routes.ts"
import { explained } from "../openapi-refusals.ts"
import { code, curlOf } from "./section.ts"

const [first] = tools

const configuration = { mcpServers: { "business-platform": { type: "http", url: ORIGIN + TOOLS_PATH } } }

/** How to call a tool, in both languages. */
export const start = (perMinute: number): Node => html`
  <section id="start">
    <p class="introduction">
      ${tools.length} tools answer at one address, to anybody: no key, no account, ${perMinute.toLocaleString("en")} requests a minute from one
      address. Each can be tried out here.
    </p>
    <div class="ways">
      <div>
        <h2 id="http"><a href="#http">Over HTTP</a></h2>
        <p>Post a JSON body; <code>${JSON.stringify({ type: "list_tools" })}</code> lists them all. Described in <a href=${addresses.toolsOpenapi}>OpenAPI 3.1</a>.</p>
        ${code("A call over HTTP", curlOf(first.name, first.example))}
      </div>
      <div>
        <h2 id="mcp"><a href="#mcp">Over MCP</a></h2>
        <p>The same address is an MCP server over Streamable HTTP, revisions ${revisions.join(" and ")}. Add it to a client:</p>
        ${code("Configuration of an MCP client", JSON.stringify(configuration, null, 2))}
      </div>
    </div>
    <p>
      Every figure in an answer says where it comes from, in <code>provenance</code>: <code>aggregate</code> was computed
      from companies here that agreed to it, <code>operator</code> was written by who runs this service, and${" "}
      <code>illustrative</code> was shipped with the product and measured nowhere.
    </p>
  </section>`

/** What each code of a refusal means and what to do; the `docs_url` of each leads here. */
export const errors: Node = html`
  <section id="errors">
    <h2><a href="#errors">Errors</a></h2>
    <p>
      A call that fails answers with the status of its code and <code>${"{\"success\": false, \"error\": …}"}</code>. The
      error has a <code>message</code>, a <code>hint</code> with a call that works, <code>details</code> for each argument
      that is wrong, and a <code>request_id</code> that stands in the log of the service.
    </p>
    ${table({
      label: "Codes",
      rows: toolCodes,
      empty: null,
      columns: [
        { title: "Code", cell: (one) => html`<code id=${`error-${one}`}>${one}</code>` },
        { title: "Status", cell: (one) => toolStatuses[one] },
        { title: "When", cell: (one) => explained[one].means },
        { title: "What to do", cell: (one) => explained[one].remedy }
      ]
    })}
  </section>`
