import { addresses } from "../addresses.ts"
import { conventions } from "../conventions.ts"
import { type Content, html } from "../html.ts"
import type { Document } from "../openapi/json.ts"
import { guides } from "./guides.ts"
import { categoriesOf, categoryPath, CHANGELOG, ERRORS, GUIDES, RECORDS, SEARCH } from "./paths.ts"

/** Nobody types more into a field of search. */
export const MOST_QUERY = 200

interface Page {
  readonly title: string
  /** For those who have not opened it yet. */
  readonly description: string
  /** Beside the title. */
  readonly version?: string
  /** What it is a part of. */
  readonly within?: { readonly path: string; readonly name: string }
  /** What stands below the title. */
  readonly lead: Content
  /** What was searched for. */
  readonly query?: string
  /** The program that it has, where it has one. */
  readonly script?: string
  readonly content: Content
}

const link = (path: string, title: string) => html`<li><a href="${path}">${title}</a></li>
`

const contents = (document: Document): Content => html`
<h2>Documentation</h2>
<ul>
${link(addresses.docs, "Getting started")}${link(`${addresses.docs}#conventions`, "What holds everywhere")}${conventions.filter(({ apart }) => apart === true).map(({ id, title }) => link(`${addresses.docs}/${id}`, title))}${link(ERRORS, "Errors")}${link(CHANGELOG, "Changelog")}</ul>
<h2>Guides</h2>
<ul>
${guides.map(({ id, title }) => link(`${GUIDES}/${id}`, title))}</ul>
<h2>Operations</h2>
<ul>
${categoriesOf(document).map(({ id, name }) => link(categoryPath(id), name))}${link(RECORDS, "Records")}</ul>`

const MOST_DESCRIBED = 155

/** As much of a text as an index shows, to the end of a word. */
const described = (text: string): string => {
  const plain = text.replaceAll("`", "")
  return plain.length <= MOST_DESCRIBED ? plain : `${plain.slice(0, plain.lastIndexOf(" ", MOST_DESCRIBED)).replace(/[,.:;]$/u, "")} …`
}

/** A page of the documentation, readable without a script. */
export const docsPage = (document: Document, { content, description, lead, query = "", script, title, version, within }: Page): string => {
  const site = String(document.info["title"])
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title === site ? site : `${title} – ${site}`}</title>
<meta name="description" content="${described(description)}">
<link rel="icon" href="${addresses.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${addresses.style}">${script !== undefined && html`
<script type="module" src="${script}"></script>`}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
${within !== undefined && html`<p><a href="${addresses.docs}">${site}</a>${within.path !== addresses.docs && html` / <a href="${within.path}">${within.name}</a>`}</p>`}
<h1>${title}${version !== undefined && html` <small>${version}</small>`}</h1>
<p>${lead}</p>
<form class="search" role="search" action="${SEARCH}" method="get">
<label for="q">Search the documentation</label>
<input id="q" type="search" name="q" value="${query}" maxlength="${MOST_QUERY}"> <button type="submit">Search</button>
</form>
</header>
<nav class="aside" aria-label="Contents">${contents(document)}</nav>
<main id="content">
<details class="contents"><summary>Contents</summary><nav aria-label="Contents, folded">${contents(document)}</nav></details>
${content}
</main>
</body>
</html>
`.text
}
