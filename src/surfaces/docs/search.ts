import { memoize } from "effect/Function"
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { statusOf } from "#schemas/kernel/errors"
import { Site } from "#layers/kernel/installation/site"
import { searchOf } from "#workflows/tools/search"
import { addresses } from "../addresses.ts"
import { conventions } from "../conventions.ts"
import { ORIGIN } from "../documents.ts"
import { html } from "../html.ts"
import type { Document } from "../openapi/json.ts"
import { refusals } from "../openapi/refusals.ts"
import { codes } from "./errors.ts"
import { guides } from "./guides.ts"
import { docsPage, MOST_QUERY } from "./page.ts"
import { categoriesOf, ERRORS, GUIDES, operationPath, recordPath, recordsOf } from "./paths.ts"
import { remedies } from "./remedies.ts"

const MOST_FOUND = 30

interface Candidate {
  readonly path: string
  readonly kind: string
  readonly title: string
  readonly name: string
  readonly text: string
}

/** Words that people search for and that the texts do not have. */
const called: Readonly<Record<string, string>> = {
  lists: "pagination paging pages CSV XLSX", versions: "optimistic locking ETag", idempotency: "retry duplicate", authentication: "bearer token API key", limits: "throttling quota",
  modes: "sandbox", visitors: "publishable key customer browser X-Service-Visitor anonymous", change: "versioning deprecation", operate: "backup restore recovery doctor monitoring upgrade rollback deploy balancer", "durable-workflows": "compose composing own workflow steps pause", "command-line": "CLI install the service command client npx shell terminal tarball"
}

/** What a guide begins with, the choice of languages, ends here. */
const LANGUAGES_END = "</ul>"

/** The words of a guide. */
const wordsOf = (markup: string) => markup.slice(markup.indexOf(LANGUAGES_END) + LANGUAGES_END.length).replace(/<[^<>]*>/gu, " ").trim()

const candidatesOf = (document: Document): ReadonlyArray<Candidate> => [
  ...guides.map(({ content, id, title }): Candidate => ({ path: `${GUIDES}/${id}`, kind: "Guide", title, name: `${id} ${called[id] ?? ""}`, text: wordsOf(content("curl").text) })),
  ...codes.map((code): Candidate => ({
    path: `${ERRORS}#${code}`, kind: `Error ${statusOf[code]}`, title: code, name: code, text: `${refusals[code].when} ${remedies[code]}`
  })),
  ...conventions.map(({ apart, id, paragraphs, title }): Candidate => ({
    path: `${addresses.docs}${apart === true ? "/" : "#"}${id}`, kind: "What holds everywhere", title, name: `${id} ${called[id] ?? ""}`, text: paragraphs.join(" ")
  })),
  ...categoriesOf(document).flatMap(({ name: category, placed }) => placed.map(({ method, operation: { description, operationId, summary }, path }): Candidate => ({
    path: operationPath(operationId), kind: `${category}, ${method.toUpperCase()} ${path}`, title: summary, name: operationId, text: description
  }))),
  ...[...recordsOf(document)].map(([name, { description }]): Candidate => ({
    path: recordPath(name), kind: "Record", title: name, name: name.replaceAll(/([a-z])([A-Z])/gu, "$1 $2"), text: typeof description === "string" ? description : ""
  }))
]

/** Whole names, as one pastes them from an answer or a program, come first. */
const finder = memoize((document: Document) => {
  const candidates = candidatesOf(document)
  const search = searchOf(
    candidates, ({ kind, name, text, title }) => ({ name: name.replaceAll("_", " "), title, kind, text }), { name: 4, title: 4, kind: 1, text: 1 }
  )
  return (query: string): ReadonlyArray<Candidate> => {
    const exact = candidates.filter(({ path }) => path.endsWith(`/${query}`) || path.endsWith(`#${query}`))
    return [...new Set([...exact, ...search(query, MOST_FOUND).map(({ item }) => item)])].slice(0, MOST_FOUND)
  }
})

const found = ({ kind, path, text, title }: Candidate) => html`<li>
<a href="${path}">${title}</a>
<small>${kind}</small>
<p>${text.length <= 140 ? text : `${text.slice(0, text.lastIndexOf(" ", 140))} …`}</p>
</li>
`

const searchPage = (document: Document, query: string): string => {
  const results = query === "" ? [] : finder(document)(query)
  const lead = query === ""
    ? "Operations, guides, records and error codes. Type a word, or the name of an operation or an error."
    : results.length === 0
    ? `Nothing was found for “${query}”. Try fewer or other words, such as the name of a thing: contact, order, webhook.`
    : `${results.length === MOST_FOUND ? `The best ${MOST_FOUND}` : results.length} found for “${query}”.`
  return docsPage(document, {
    title: "Search", description: "Search the operations, guides, records and error codes of this documentation.", query,
    within: { path: addresses.docs, name: "Documentation" }, lead, content: results.length > 0 && html`
<ol class="found">
${results.map(found)}</ol>`
  })
}

/** Answers a form that needs no script; what was searched for stands in the address. */
export const search = (openapi: () => Document, headers: Readonly<Record<string, string>>) => Effect.gen(function*() {
  const { url } = yield* HttpServerRequest.HttpServerRequest
  const query = (new URL(url, ORIGIN).searchParams.get("q") ?? "").trim().slice(0, MOST_QUERY)
  const text = searchPage(openapi(), query).replaceAll(ORIGIN, yield* (yield* Site).origin)
  return HttpServerResponse.text(text, { contentType: "text/html; charset=utf-8", headers: { ...headers, "cache-control": "no-store" } })
})
