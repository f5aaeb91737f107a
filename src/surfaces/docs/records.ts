import type { JsonSchema } from "#schemas/kernel/json-schema"
import { addresses } from "../addresses.ts"
import { type Content, html } from "../html.ts"
import type { Document } from "../openapi/json.ts"
import { docsPage } from "./page.ts"
import { recordPath, RECORDS, recordsOf } from "./paths.ts"
import { prose } from "./prose.ts"
import { outputTable } from "./tables.ts"

const SAYS = "What answers and bodies are made of."

export const recordFields = (name: string, schema: JsonSchema): Content => schema["properties"] !== undefined && outputTable(`Fields of ${name}`, schema)

const textOf = ({ description }: JsonSchema): string => typeof description === "string" ? description : ""

/** All records by name. */
export const recordsPage = (document: Document): string => docsPage(document, {
  title: "Records",
  description: SAYS,
  within: { path: addresses.docs, name: "Documentation" },
  lead: SAYS,
  content: html`
<ul class="records">
${[...recordsOf(document).keys()].map((name) => html`<li><a href="${recordPath(name)}">${name}</a></li>
`)}</ul>`
})

/** One record with its fields. */
export const recordPage = (document: Document, name: string, schema: JsonSchema): string => docsPage(document, {
  title: name,
  description: `The fields of ${name}. ${textOf(schema) || SAYS}`,
  within: { path: RECORDS, name: "Records" },
  lead: prose(textOf(schema)),
  content: html`
<article id="record-${name}">
${recordFields(name, schema)}
</article>`
})
