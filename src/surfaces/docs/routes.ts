import { Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { errorResponse } from "../../http/error-response.ts"
import { operations } from "#schemas/operations"
import { addresses } from "../addresses.ts"
import { conventions } from "../conventions.ts"
import { responding, serve } from "../documents.ts"
import type { Document as Description } from "../openapi/json.ts"
import { backupsPage } from "./backups.ts"
import { categoryPage } from "./category.ts"
import { changePages } from "./changes/pages.ts"
import { CONSOLE, consoleScript } from "./console/script.ts"
import { errorsPage } from "./errors.ts"
import { type Guide, guidePath } from "./guide.ts"
import { guides } from "./guides.ts"
import { operationPage } from "./operation.ts"
import { apartPage, overview } from "./overview.ts"
import { docsPage } from "./page.ts"
import { categoriesOf, recordsOf, SEARCH } from "./paths.ts"
import { recordPage, recordsPage } from "./records.ts"
import { type Language, languageNames, languages } from "./samples/values.ts"
import { search } from "./search.ts"
import { severalNodesPage } from "./several-nodes.ts"
import { splittingPage } from "./splitting.ts"

const says = "Lines that run one after another, from the beginning to the end."

const guidePage = (openapi: Description, { content, title }: Guide, language: Language) =>
  docsPage(openapi, {
    title: language === "curl" ? title : `${title}, in ${languageNames[language]}`,
    description: `${title}: ${says}`, within: { path: addresses.docs, name: "Documentation" }, lead: says, content: content(language)
  })

type Text = () => string

const isOperation = (path: string) => operations.has(path.split("/")[1] ?? "")

/** Every page below the first, by its address below that. */
const textsOf = (openapi: Description): ReadonlyMap<string, Text> =>
  new Map<string, Text>([
    ...guides.flatMap((guide) => languages.map((language) =>
      [guidePath(guide.id, language).slice(addresses.docs.length + 1), () => guidePage(openapi, guide, language)] as const)),
    ["errors", () => errorsPage(openapi)],
    ["backups", () => backupsPage(openapi)],
    ["several-nodes", () => severalNodesPage(openapi)],
    ["splitting", () => splittingPage(openapi)],
    ...changePages(openapi),
    ...conventions.filter(({ apart }) => apart === true).map((one) => [one.id, () => apartPage(openapi, one)] as const),
    ["records", () => recordsPage(openapi)],
    ...[...recordsOf(openapi)].map(([name, schema]) => [`records/${name}`, () => recordPage(openapi, name, schema)] as const),
    ...categoriesOf(openapi).flatMap((category): ReadonlyArray<readonly [string, Text]> => [
      [category.id, () => categoryPage(openapi, category)],
      ...category.placed.map((placed) => [`${category.id}/${placed.operation.operationId}`, () => operationPage(openapi, category, placed)] as const)
    ])
  ])

const nothing = errorResponse({ code: "not_found", message: "The documentation has no such page." })

/** Nothing comes from elsewhere; a program runs only on pages of operations, and it may ask nobody but this service. */
const policyOf = (script: string) =>
  `default-src 'none'; ${script}style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

const quiet = { "content-security-policy": policyOf("") }
const running = { "content-security-policy": policyOf("script-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'; "), "referrer-policy": "same-origin" }

const HTML = "text/html; charset=utf-8"

/** Pages of the documentation: one to begin with, and one for each guide, category, operation and record, made when it is first asked for. */
export const docs = (openapi: () => Description) => {
  let texts: ReadonlyMap<string, Text> | undefined
  const pages = new Map<string, ReturnType<typeof responding>>()
  const answered = Effect.flatMap(HttpRouter.params, ({ more, part, under }) => {
    const path = [part!, under, more].filter((one) => one !== undefined).join("/")
    const text = (texts ??= textsOf(openapi())).get(path)
    if (text === undefined) return nothing
    let page = pages.get(path)
    if (page === undefined) pages.set(path, page = responding({ contentType: HTML, headers: isOperation(path) ? running : quiet, text }))
    return page
  })
  return Layer.mergeAll(
    serve({ contentType: HTML, headers: quiet, path: addresses.docs, text: () => overview(openapi()) }),
    serve({ contentType: "text/javascript; charset=utf-8", path: CONSOLE, text: consoleScript }),
    HttpRouter.add("GET", SEARCH, search(openapi, quiet)),
    HttpRouter.add("GET", `${addresses.docs}/:part`, answered),
    HttpRouter.add("GET", `${addresses.docs}/:part/:under`, answered),
    HttpRouter.add("GET", `${addresses.docs}/:part/:under/:more`, answered)
  )
}
