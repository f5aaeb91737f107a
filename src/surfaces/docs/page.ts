import { type Code, statusOf } from "#schemas/kernel/errors"
import { addresses, addressOf } from "../addresses.ts"
import { conventions } from "../conventions.ts"
import { ORIGIN } from "../documents.ts"
import { type Content, html, type Html } from "../html.ts"
import type { Document, OperationObject } from "../openapi/json.ts"
import { attribution, parameters } from "../openapi/headers.ts"
import { pascal, refusals } from "../openapi/refusals.ts"
import { answerFromKnowledge } from "./answer-from-knowledge.ts"
import { letAgentsWork } from "./let-agents-work.ts"
import { operationSection } from "./operation.ts"
import { prose, slug } from "./prose.ts"
import { publishASite } from "./publish-a-site.ts"
import { readTheNumbers } from "./read-the-numbers.ts"
import { sellAProduct } from "./sell-a-product.ts"
import { takeBookings } from "./take-bookings.ts"
import { answerCalls } from "./answer-calls.ts"
import { textCustomers } from "./text-customers.ts"
import { takeMoney } from "./take-money.ts"
import { outputTable, parameterTable, table } from "./tables.ts"

interface Placed {
  readonly method: string
  readonly path: string
  readonly operation: OperationObject
}

const placedIn = ({ paths }: Document, tag: string): ReadonlyArray<Placed> =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation }))
  ).filter(({ operation: { tags } }) => tags.includes(tag))

const errorNames = new Set([...Object.keys(statusOf).map((code) => pascal(code as Code)), "Problem"])

const namedIn = (value: unknown): ReadonlyArray<string> =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([key, one]) =>
      key === "$ref" && typeof one === "string" ? [one.split("/").at(-1)!] : key === "requestBody" ? namedInBody(one) : namedIn(one))

/** What a body is made of that has no name itself. */
const namedInBody = (body: unknown): ReadonlyArray<string> =>
  Object.values((body as { readonly content?: Readonly<Record<string, { readonly schema?: object }>> }).content ?? {}).flatMap(({ schema }) =>
    schema === undefined || "$ref" in schema ? [] : namedIn(schema))

/** Bodies stand with their operations; records are what answers, and other records, are made of. */
const recordsOf = ({ components, paths }: Document) => {
  const named = new Set(namedIn([paths, components.schemas]))
  return Object.entries(components.schemas).filter(([name]) => named.has(name) && !errorNames.has(name))
}

const contents = (document: Document): Content => html`
<ul>
<li><a href="#start">Start</a></li>
<li><a href="#take-money">Take money</a></li>
<li><a href="#sell-a-product">Sell a product</a></li>
<li><a href="#take-bookings">Take bookings</a></li>
<li><a href="#text-customers">Text customers</a></li>
<li><a href="#answer-calls">Answer calls</a></li>
<li><a href="#publish-a-site">Publish a site</a></li>
<li><a href="#answer-from-knowledge">Answer from your own knowledge</a></li>
<li><a href="#read-the-numbers">Read the numbers</a></li>
<li><a href="#let-agents-work">Let agents work</a></li>
${conventions.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>
`)}</ul>
${document.tags.map(({ name }) => html`
<h2><a href="#${slug(name)}">${name}</a></h2>
<ul>${placedIn(document, name).map(({ operation: { operationId, summary } }) => html`
<li><a href="#${operationId}">${summary}</a></li>`)}
</ul>`)}
<h2><a href="#records">Records</a></h2>
<ul>${recordsOf(document).map(([name]) => html`
<li><a href="#record-${name}">${name}</a></li>`)}
</ul>`

const start = html`
<section id="start">
<h2><a href="#start">Start</a></h2>
<p>The API is at <code>${ORIGIN}/api/v1</code>. Put a key into the shell, and every example on this page can be pasted
as it stands; those marked <em>a person</em> take the <code>access_token</code> that <a href="#login">login</a> gives, and what only
visitors of a company do a publishable key:</p>
<pre tabindex="0" role="region" aria-label="How to set the key"><code>export API_KEY=sk_service_test_…
export ACCESS_TOKEN=eyJ…
export PUBLISHABLE_KEY=pk_service_test_…</code></pre>
<p>The same contract for machines: <a href="${addresses.openapi}">OpenAPI 3.1</a>, the
<a href="${addressOf("list_verbs")}">catalogue of verbs</a>, <a href="${addresses.llms}">llms.txt</a>. Tools that need no key:
<a href="${addresses.tools}">public tools</a>.</p>
</section>`

const errorTable = table("Error codes", ["Code", "Status", "When"], Object.entries(refusals).map(([code, { when }]) =>
  [html`<code id="error-${code}">${code}</code>`, statusOf[code as Code], prose(when)]))

const headerTable = parameterTable("Headers of every request", attribution.map((name) => parameters[name]))

const more: Readonly<Record<string, Content>> = {
  errors: errorTable,
  authentication: html`
<p>An AI agent says who it is and for whom it acts; that stands in the log and in the receipt of every write. Any request
may carry these headers:</p>
${headerTable}`
}

const convention = ({ id, paragraphs, title }: typeof conventions[number]): Content => html`
<section id="${id}">
<h2><a href="#${id}">${title}</a></h2>
${paragraphs.map((paragraph) => html`<p>${prose(paragraph)}</p>
`)}${more[id]}
</section>`

const category = (document: Document, { description, name }: Document["tags"][number]): Content => html`
<section id="${slug(name)}">
<h2><a href="#${slug(name)}">${name}</a></h2>
<p>${prose(description)}</p>
${placedIn(document, name).map(({ method, operation, path }) => operationSection(document, method, path, operation))}
</section>`

const records = (document: Document): Content => html`
<section id="records">
<h2><a href="#records">Records</a></h2>
<p>What answers and bodies are made of.</p>
${recordsOf(document).map(([name, schema]) => html`
<article id="record-${name}">
<h3><a href="#record-${name}">${name}</a></h3>
${typeof schema["description"] === "string" && html`<p>${prose(schema["description"])}</p>`}
${schema["properties"] !== undefined && outputTable(`Fields of ${name}`, schema)}
</article>`)}
</section>`

/** The whole contract on one page, readable without a script. */
export const docsPage = (document: Document): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${String(document.info["title"])}</title>
<meta name="description" content="${String(document.info["summary"])}">
<link rel="stylesheet" href="${addresses.style}">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<h1>${String(document.info["title"])} <small>${String(document.info["version"])}</small></h1>
<p>${String(document.info["summary"])}</p>
</header>
<nav class="aside" aria-label="Contents">${contents(document)}</nav>
<main id="content">
<details class="contents"><summary>Contents</summary><nav aria-label="Contents">${contents(document)}</nav></details>
${start}
${takeMoney}
${sellAProduct}
${takeBookings}
${textCustomers}${answerCalls}
${publishASite}
${answerFromKnowledge}
${readTheNumbers}
${letAgentsWork}
${conventions.map(convention)}
${document.tags.map((tag) => category(document, tag))}
${records(document)}
</main>
</body>
</html>
`
