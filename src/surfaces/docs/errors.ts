import { renamed } from "#schemas/connector/refusal"
import { type Code, statusOf } from "#schemas/kernel/errors"
import { addresses } from "../addresses.ts"
import { type Content, html } from "../html.ts"
import type { Document } from "../openapi/json.ts"
import { refusals } from "../openapi/refusals.ts"
import { docsPage } from "./page.ts"
import { ERRORS, GUIDES } from "./paths.ts"
import { prose } from "./prose.ts"
import { remedies } from "./remedies.ts"
import { table } from "./tables.ts"

const SAYS = "Every code that an answer may have: why it is given, what to do, and what it looks like."

export const codes = Object.keys(statusOf) as ReadonlyArray<Code>

/** The first sentence of what to do: all of it stands on the page of errors. */
export const inShort = (code: Code): string => remedies[code].split(/(?<=[.:])\s/u)[0]!.replace(/:$/u, ".")

/** Each code with its cause and what to do; the addresses in errors lead to its rows. */
export const errorTable: Content = table("Error codes", ["Code", "Status", "When", "What to do"], codes.map((code) => [
  html`<a id="error-${code}" href="${ERRORS}#${code}"><code>${code}</code></a>`, statusOf[code], prose(refusals[code].when), prose(inShort(code))
]))

const explained = (code: Code): Content => html`
<h2 id="${code}"><a href="#${code}">${code}</a> <small>${statusOf[code]}</small></h2>
<p>${prose(refusals[code].when)}</p>
<p><strong>What to do:</strong> ${prose(remedies[code])}</p>
<details><summary>An example<span class="unseen"> of ${code}</span></summary>
<pre tabindex="0" role="region" aria-label="An example of ${code}"><code>${JSON.stringify({ code, ...refusals[code].example, request_id: "8f1c2e4a-6a0e-4b7e-9a53-0a2f6f1d7c11" }, null, 2)}</code></pre></details>`

/** What each error means and what to do about it. */
export const errorsPage = (document: Document): string => docsPage(document, {
  title: "Errors",
  description: SAYS,
  within: { path: addresses.docs, name: "Documentation" },
  lead: SAYS,
  content: html`
<section id="codes">
<p>An error has <code>code</code>, <code>message</code> and <code>request_id</code>, and <code>details</code> where fields are at fault. Decide by the code: messages may change.
With <code>Accept: application/problem+json</code> its <code>type</code> is the address of the code in this documentation; errors of tools have the same in <code>docs_url</code>.</p>
<p>The tool connector (MCP) gives some of them another name: ${Object.entries(renamed).map(([code, name], n) => html`${n > 0 && ", "}<code>${name}</code> is a ${code}`)}. A scope that is missing is
<code>scope.missing</code>, a <code>forbidden</code>: HTTP 403 with the JSON-RPC error -32004 where the person could grant it. <a href="${GUIDES}/connect-an-ai-client">Connect an AI client</a> shows one of each kind.</p>
${codes.map(explained)}
</section>`
})
