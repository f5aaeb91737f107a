import { Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { errorResponse } from "../../http/error-response.ts"
import { addresses } from "../addresses.ts"
import { type Document, responding, serve } from "../documents.ts"
import { type Content, html } from "../html.ts"
import type { Document as Description } from "../openapi/json.ts"
import { categoryPage } from "./category.ts"
import { guides } from "./guides.ts"
import { operationPage } from "./operation.ts"
import { overview } from "./overview.ts"
import { docsPage } from "./page.ts"
import { categoriesOf, recordsOf } from "./paths.ts"
import { recordPage, recordsPage } from "./records.ts"

const says = "Lines that run one after another, from the beginning to the end."

const guidePage = (openapi: Description, { content, title }: { readonly content: Content; readonly title: string }) =>
  docsPage(openapi, { title, description: `${title}: ${says}`, within: { path: addresses.docs, name: "Documentation" }, lead: says, content: html`${content}` })

type Text = () => string

/** Every page below the first, by its address below that. */
const textsOf = (openapi: Description): ReadonlyMap<string, Text> =>
  new Map<string, Text>([
    ...guides.map((guide) => [`guides/${guide.id}`, () => guidePage(openapi, guide)] as const),
    ["records", () => recordsPage(openapi)],
    ...[...recordsOf(openapi)].map(([name, schema]) => [`records/${name}`, () => recordPage(openapi, name, schema)] as const),
    ...categoriesOf(openapi).flatMap((category): ReadonlyArray<readonly [string, Text]> => [
      [category.id, () => categoryPage(openapi, category)],
      ...category.placed.map((placed) => [`${category.id}/${placed.operation.operationId}`, () => operationPage(openapi, category, placed)] as const)
    ])
  ])

const nothing = errorResponse({ code: "not_found", message: "The documentation has no such page." })

/** Pages of the documentation: one to begin with, and one for each guide, category, operation and record, made when it is first asked for. */
export const docs = (openapi: () => Description, headers: Readonly<Record<string, string>>) => {
  const about = { contentType: "text/html; charset=utf-8", headers } satisfies Partial<Document>
  let texts: ReadonlyMap<string, Text> | undefined
  const pages = new Map<string, ReturnType<typeof responding>>()
  const answered = Effect.flatMap(HttpRouter.params, ({ part, under }) => {
    const path = under === undefined ? part! : `${part}/${under}`
    const text = (texts ??= textsOf(openapi())).get(path)
    if (text === undefined) return nothing
    let page = pages.get(path)
    if (page === undefined) pages.set(path, page = responding({ ...about, text }))
    return page
  })
  return Layer.mergeAll(
    serve({ ...about, path: addresses.docs, text: () => overview(openapi()) }),
    HttpRouter.add("GET", `${addresses.docs}/:part`, answered),
    HttpRouter.add("GET", `${addresses.docs}/:part/:under`, answered)
  )
}
