import { addresses } from "../addresses.ts"
import { html } from "../html.ts"
import type { Document } from "../openapi/json.ts"
import { marksOf } from "./operation.ts"
import { docsPage } from "./page.ts"
import { type Category, operationPath } from "./paths.ts"
import { prose } from "./prose.ts"

/** What can be done with things of one kind: each operation in a few words, with more behind its name. */
export const categoryPage = (document: Document, { description, name, placed }: Category): string => docsPage(document, {
  title: name,
  description,
  within: { path: addresses.docs, name: "Documentation" },
  lead: prose(description),
  content: html`
<ul class="operations">
${placed.map(({ method, operation, path }) => html`<li id="${operation.operationId}">
<a href="${operationPath(operation.operationId)}">${operation.summary}</a>
<span class="address"><span class="method">${method.toUpperCase()}</span> <code>${path}</code></span>
<small>${marksOf(operation).join(", ")}</small>
</li>
`)}</ul>`
})
