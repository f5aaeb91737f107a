import { operations } from "#schemas/operations"
import { addresses } from "../../addresses.ts"
import { type Content, html } from "../../html.ts"
import type { Document } from "../../openapi/json.ts"
import { docsPage } from "../page.ts"
import { CHANGELOG, operationPath } from "../paths.ts"
import { prose } from "../prose.ts"
import changelog from "./changelog.json" with { type: "json" }

interface Changes {
  readonly date: string
  readonly added: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
  readonly changed: { readonly [operation: string]: ReadonlyArray<string> }
}

const days = changelog as unknown as ReadonlyArray<Changes>

const SAYS = "What changed in the operations, day by day, taken from the differences of the contract."

const operation = (name: string): Content => operations.has(name) ? html`<a href="${operationPath(name)}"><code>${name}</code></a>` : html`<code>${name}</code>`

const namesOf = (title: string, names: ReadonlyArray<string>): Content => names.length > 0 && html`
<h2>${title}</h2>
<ul>
${names.map((name) => html`<li>${operation(name)}</li>
`)}</ul>`

const counts = ({ added, changed, removed }: Changes) =>
  ([[added.length, "added"], [Object.keys(changed).length, "changed"], [removed.length, "removed"]] as const)
    .filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`).join(", ")

const dayPage = (document: Document, day: Changes): string => docsPage(document, {
  title: `Changes of ${day.date}`,
  description: `What changed in the operations on ${day.date}: ${counts(day)}.`,
  within: { path: CHANGELOG, name: "Changelog" },
  lead: `${counts(day)}.`,
  content: [
    namesOf("Removed", day.removed),
    Object.keys(day.changed).length > 0 && html`
<h2>Changed</h2>
<ul>
${Object.entries(day.changed).map(([name, what]) => html`<li>${operation(name)}: ${what.map((one, n) => [n > 0 && "; ", prose(one)])}</li>
`)}</ul>`,
    namesOf("Added", day.added)
  ]
})

const overview = (document: Document): string => docsPage(document, {
  title: "Changelog",
  description: SAYS,
  within: { path: addresses.docs, name: "Documentation" },
  lead: SAYS,
  content: html`
<p>What may change without notice, and what is announced, is told under <a href="${addresses.docs}#change">Change</a>.</p>
<ul class="operations">
${days.map((day) => html`<li><a href="${CHANGELOG}/${day.date}">${day.date}</a> <small>${counts(day)}</small></li>
`)}</ul>`
})

/** The changelog and its days, by their addresses below the first page. */
export const changePages = (document: Document): ReadonlyArray<readonly [path: string, text: () => string]> => [
  ["changelog", () => overview(document)],
  ...days.map((day) => [`changelog/${day.date}`, () => dayPage(document, day)] as const)
]
