import { addresses, addressOf } from "../addresses.ts"
import { conventions } from "../conventions.ts"
import { ORIGIN } from "../documents.ts"
import { type Content, html } from "../html.ts"
import { attribution, parameters } from "../openapi/headers.ts"
import type { Document } from "../openapi/json.ts"
import { errorTable } from "./errors.ts"
import { guides } from "./guides.ts"
import { docsPage } from "./page.ts"
import { categoriesOf, type Category, categoryPath, GUIDES, operationPath } from "./paths.ts"
import { prose, slug } from "./prose.ts"
import { parameterTable } from "./tables.ts"

const start = html`
<section id="start">
<h2><a href="#start">Start</a></h2>
<p>The API is at <code>${ORIGIN}/api/v1</code>. Put a key into the shell, and every example of these pages can be pasted as it stands:</p>
<pre tabindex="0" role="region" aria-label="How to set the key"><code>export API_KEY=sk_service_test_…
export ACCESS_TOKEN=$(curl -s -X POST "${ORIGIN}/api/v1/auth/login" -H "Content-Type: application/json" \\
  -d '{"email":"…","password":"…","mode":"test"}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/'); echo "$ACCESS_TOKEN"
export PUBLISHABLE_KEY=pk_service_test_…</code></pre>
<dl>
<dt>API_KEY</dt><dd>The first start of an installation prints the test key of its demo company. Of a company of your own, owners and admins make keys at
<a href="/dashboard/keys">/dashboard/keys</a>; each is shown once.</dd>
<dt>ACCESS_TOKEN</dt><dd>What is marked <em>a person</em>, and agreeing to what waits for consent, takes the token of somebody who signed in. It is the <code>access_token</code> of
<a href="${operationPath("login")}">login</a>: put in e-mail address and password, of the demo company those that the first start prints for its owner. It is good for 15 minutes; run the line again then. A live token takes <code>"mode": "live"</code>.</dd>
<dt>PUBLISHABLE_KEY</dt><dd>What only visitors of a company do takes one: <a href="${operationPath("create_publishable_key")}">create_publishable_key</a> makes it, with the access token.</dd>
</dl>
<p>The same contract for machines: <a href="${addresses.openapi}">OpenAPI 3.1</a>, the
<a href="${addressOf("list_verbs")}">catalogue of verbs</a>, <a href="${addresses.llms}">llms.txt</a>. Tools that need no key:
<a href="${addresses.tools}">public tools</a>.</p>
</section>`

const guideList = html`
<section id="guides">
<h2><a href="#guides">Guides</a></h2>
<ul>
${guides.map(({ id, title }) => html`<li id="${id}"><a href="${GUIDES}/${id}">${title}</a></li>
`)}</ul>
</section>`

/* Each operation had its place on this page once: addresses that lead there find it in the list. */
const category = ({ id, name, placed }: Category): Content => html`
<details class="category" id="${slug(name)}"><summary>${name} <small>${placed.length}</small></summary>
<p><a href="${categoryPath(id)}">All of ${name}</a></p>
<ul>
${placed.map(({ operation: { operationId, summary } }) => html`<li id="${operationId}"><a href="${operationPath(operationId)}">${summary}</a></li>
`)}</ul>
</details>`

const operations = (document: Document): Content => html`
<section id="operations">
<h2><a href="#operations">Operations</a></h2>
${categoriesOf(document).map(category)}
</section>`

const headerTable = parameterTable("Headers of every request", attribution.map((name) => parameters[name]))

const more: Readonly<Record<string, Content>> = {
  errors: errorTable,
  authentication: html`
<details><summary>Headers that any request may carry</summary>
<p>An AI agent says who it is and for whom it acts; that stands in the log and in the receipt of every write.</p>
${headerTable}</details>`
}

const convention = ({ id, paragraphs, title }: typeof conventions[number]): Content => html`
<h3 id="${id}"><a href="#${id}">${title}</a></h3>
${paragraphs.map((paragraph) => html`<p>${prose(paragraph)}</p>
`)}${more[id]}`

/** What only some need to know. */
export const apartPage = (document: Document, { paragraphs: [lead, ...others], title }: typeof conventions[number]): string => docsPage(document, {
  title, description: lead!, within: { path: addresses.docs, name: "Documentation" }, lead: prose(lead!), content: others.map((paragraph) => html`<p>${prose(paragraph)}</p>
`)
})

/** Where to begin, what holds everywhere, and where everything is. */
export const overview = (document: Document): string => docsPage(document, {
  title: String(document.info["title"]),
  version: String(document.info["version"]),
  description: `${String(document.info["summary"])} Guides, conventions, and every operation with a curl line.`,
  lead: String(document.info["summary"]),
  content: html`
${start}
${guideList}
${operations(document)}
<section id="conventions">
<h2><a href="#conventions">What holds everywhere</a></h2>
${conventions.filter(({ apart }) => apart !== true).map(convention)}
</section>`
})
