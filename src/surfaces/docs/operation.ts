import { type Code, statusOf } from "#schemas/kernel/errors"
import type { JsonSchema } from "#schemas/kernel/json-schema"
import { addresses } from "../addresses.ts"
import { type Content, html } from "../html.ts"
import { attribution, parameters as parametersOfAll } from "../openapi/headers.ts"
import { type Document, type OperationObject, type Parameter, resolve, type Response } from "../openapi/json.ts"
import { refusals } from "../openapi/refusals.ts"
import { consoleForm } from "./console/form.ts"
import { CONSOLE } from "./console/script.ts"
import { curlOf, exampleOf } from "./curl.ts"
import { fieldsIn, filesIn, filesSection, typesOf } from "./files.ts"
import { docsPage } from "./page.ts"
import { type Category, categoryPath, type Placed, recordsOf } from "./paths.ts"
import { prose } from "./prose.ts"
import { recordFields } from "./records.ts"
import { pythonOf, typescriptOf } from "./samples/operation.ts"
import { inputTable, outputTable, parameterTable, table } from "./tables.ts"
import { typeOf } from "./types.ts"

const JSON_TYPE = "application/json"

const common = new Set<string>(attribution.map((name) => parametersOfAll[name].name))

/** Headers that any request may carry are told once, not with each operation. */
const isCommon = ({ in: place, name }: Parameter) => place === "header" && common.has(name)

const access = (scope: string) =>
  scope === "public" ? "no key" : scope === "any" ? "any key" : scope === "session" ? "a person" : `scope ${scope}`

const ways: Readonly<Record<string, string>> = { publishable_key: "a publishable key", host: "a host of the company", token: "the link" }

const forVisitors = (by: unknown): ReadonlyArray<string> =>
  Array.isArray(by) ? [`visitors too, by ${by.map((way) => ways[way]).join(" or ")}`] : []

/** What is to be known of it before it is called. */
export const marksOf = ({ deprecated, "x-operation": meaning }: OperationObject): ReadonlyArray<string> => [
  access(String(meaning["scope"])),
  ...forVisitors(meaning["visitors"]),
  ...meaning["tierFloor"] === "starter" ? [] : [`${String(meaning["tierFloor"])} tier`],
  ...meaning["readOnly"] === true ? ["read only"] : [],
  ...meaning["destructive"] === true ? ["destructive"] : [],
  ...meaning["idempotent"] === true && meaning["readOnly"] !== true ? ["idempotent"] : [],
  ...meaning["requiresConsent"] === true ? ["needs consent", meaning["undo"] === null ? "cannot be undone" : "can be undone"] : [],
  ...meaning["keyed"] === true ? ["Idempotency-Key"] : [],
  ...deprecated === true ? ["deprecated"] : []
]

const isList = ({ properties }: JsonSchema) =>
  typeof properties === "object" && properties !== null && "items" in properties && "has_more" in properties

const answerType = (schema: JsonSchema): Content =>
  isList(schema)
    ? ["list of ", typeOf((schema["properties"] as { readonly items: { readonly items: JsonSchema } }).items.items)]
    : typeOf(schema)

/** What nearly every operation may say, for reasons that have little to do with it. */
const usual: ReadonlySet<string> = new Set<Code>([
  "bad_request", "unauthorized", "request_timeout", "payload_too_large", "unsupported_media_type", "rate_limit_exceeded",
  "internal_error", "unavailable"
])

const errorLink = (code: string): Content => html`<a href="${addresses.docs}#error-${code}"><code>${code}</code></a>`

const commaed = (contents: ReadonlyArray<Content>): Content => contents.map((content, index) => [index > 0 && ", ", content])

const codesOf = ({ content }: Response) => Object.keys(content?.[JSON_TYPE]?.examples ?? {}) as ReadonlyArray<Code>

const responses = (document: Document, { operationId, responses }: OperationObject): Content => {
  const told = Object.entries(responses).map(([status, response]) =>
    [status, resolve<Response>(document, response)] as const)
  const successes = told.filter(([status]) => Number(status) < 400)
  const codes = told.filter(([status]) => Number(status) >= 400).flatMap(([, response]) => codesOf(response))
  const rows = [
    ...successes.map(([status, { content, description }]): ReadonlyArray<Content> => {
      const schema = content?.[JSON_TYPE]?.schema
      const files = filesIn(content)
      return [status, schema !== undefined ? answerType(schema) : files.length === 0 ? "no body" : typesOf(files), prose(description)]
    }),
    ...codes.filter((code) => !usual.has(code)).map((code): ReadonlyArray<Content> =>
      [statusOf[code], errorLink(code), prose(refusals[code].when)])
  ]
  return [
    table(`Answers of ${operationId}`, ["Status", "Body", "When"], rows),
    html`<p class="usual">As everywhere: ${commaed(codes.filter((code) => usual.has(code)).map(errorLink))}.</p>`
  ]
}

const headed = (title: string, content: Content): Content => html`<h2>${title}</h2>${content}`

const snippet = (label: string, text: string): Content =>
  html`<pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>`

/** The record that it answers with, one or many of. */
const answeredRecord = (document: Document, schema: JsonSchema | undefined): Content => {
  if (schema === undefined) return undefined
  const items = isList(schema) ? (schema["properties"] as { readonly items: { readonly items: JsonSchema } }).items.items : schema
  const name = typeof items["$ref"] === "string" ? items["$ref"].split("/").at(-1)! : undefined
  const record = name === undefined ? undefined : recordsOf(document).get(name)
  return record !== undefined && headed(name!, recordFields(name!, record))
}

/** All that is to be known of one operation. */
export const operationPage = (document: Document, { id, name }: Category, { method, operation, path }: Placed): string => {
  const { description, operationId, requestBody, summary } = operation
  const parameters = operation.parameters.map((parameter) => resolve<Parameter>(document, parameter))
    .filter((parameter) => !isCommon(parameter))
  const body = fieldsIn(requestBody?.content)?.schema
  const fields = body && resolve<JsonSchema>(document, body as JsonSchema)
  const success = resolve<Response>(document, Object.values(operation.responses)[0]!).content?.[JSON_TYPE]
  const sent = filesIn(requestBody?.content)
  /* The files of all lists are told with the conventions. */
  const given = success !== undefined ? [] : filesIn(resolve<Response>(document, Object.values(operation.responses)[0]!).content)
  const inline = success !== undefined && success.schema["$ref"] === undefined && !isList(success.schema)
  const example = exampleOf(document, method, path, operation)
  return docsPage(document, {
    title: summary,
    script: CONSOLE,
    description: `${summary} (${operationId}). ${description}`,
    within: { path: categoryPath(id), name },
    lead: prose(description),
    content: html`
<article id="${operationId}">
<p class="address"><span class="method">${method.toUpperCase()}</span> <code>${path}</code></p>
<ul class="marks" aria-label="Marks">
<li><code>${operationId}</code></li>${marksOf(operation).map((mark) => html`<li>${mark}</li>`)}
</ul>
${headed("Example", snippet(`Request of ${operationId}`, curlOf(example)))}
<details><summary>In TypeScript</summary>
${snippet(`TypeScript of ${operationId}`, typescriptOf(example))}</details>
<details><summary>In Python</summary>
${snippet(`Python of ${operationId}`, pythonOf(example))}</details>
${success?.example !== undefined && html`<details><summary>Its answer</summary>
${snippet(`Answer of ${operationId}`, JSON.stringify(success.example, null, 2))}</details>`}
${consoleForm(operation, path, example, parameters)}
${parameters.length > 0 && headed("Parameters", parameterTable(`Parameters of ${operationId}`, parameters))}
${fields !== undefined && headed("Body", [
    typeof fields["description"] === "string" && html`<p>${prose(fields["description"])}</p>`,
    inputTable(`Body of ${operationId}`, fields)
  ])}
${sent.length > 0 && headed("Body", filesSection(`Body of ${operationId}`, sent))}
${given.length > 0 && headed("Answer", filesSection(`Answer of ${operationId}`, given))}
${inline && headed("Answer", outputTable(`Answer of ${operationId}`, success.schema))}
${headed("Answers", responses(document, operation))}
${answeredRecord(document, success?.schema)}
</article>`
  })
}
