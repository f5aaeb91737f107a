import { ORIGIN } from "../documents.ts"
import { filesIn, MULTIPART } from "./files.ts"
import { type Media, type OperationObject, type Parameter, resolve } from "../openapi/json.ts"
import type { Document } from "../openapi/json.ts"

const firstOf = (list: unknown): unknown => Array.isArray(list) ? list[0] : undefined

const exampleOf = ({ example, schema }: Parameter) =>
  encodeURIComponent(String(example ?? firstOf(schema["examples"]) ?? schema["default"] ?? firstOf(schema["enum"]) ?? 1))

/** In single quotes, as a POSIX shell reads it. */
export const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** What the line has its key in: a person's access token, a key for visitors where nobody else is let in, or any other key. */
const keyOf = ({ security, "x-operation": { scope } }: OperationObject) =>
  scope === "session" ? "ACCESS_TOKEN" : security.some((scheme) => "apiKey" in scheme) ? "API_KEY" : "PUBLISHABLE_KEY"

/** The fields of a multipart body as curl sends them, and what it is told of its one file, which it reads from what stands before it. */
const partsOf = ({ encoding = {}, example }: Media) => {
  const parts = Object.entries(example as Readonly<Record<string, unknown>>)
  const file = parts.find(([name]) => name in encoding)
  return {
    before: file === undefined ? "" : `printf '%s' ${quoted(String(file[1]))} | `,
    flags: parts.flatMap(([name, value]) =>
      name in encoding
        ? [`-F "${name}=@-;filename=example;type=${encoding[name]!.contentType.split(",")[0]}"`]
        : [value].flat().map((one) => `-F ${quoted(`${name}=${String(one)}`)}`))
  }
}

/** A line for the shell that makes the request, given a key of the kind that it takes. */
export const curlOf = (document: Document, method: string, path: string, operation: OperationObject): string => {
  const parameters = operation.parameters.map((parameter) => resolve<Parameter>(document, parameter))
  const address = parameters.filter((parameter) => parameter.in === "path")
    .reduce((address, parameter) => address.replace(`{${parameter.name}}`, exampleOf(parameter)), path)
  const query = parameters.filter(({ example, in: place, required }) => place === "query" && (required || example !== undefined))
    .map((parameter, index) => `${index === 0 ? "?" : "&"}${parameter.name}=${exampleOf(parameter)}`).join("")
  const body = operation.requestBody?.content["application/json"]?.example
  const [sent] = filesIn(operation.requestBody?.content)
  const multipart = operation.requestBody?.content[MULTIPART]
  const { before, flags } = multipart === undefined ? { before: "", flags: [] } : partsOf(multipart)
  return [
    `${before}curl ${method === "get" ? "" : `-X ${method.toUpperCase()} `}"${ORIGIN}${address}${query}"`,
    ...operation.security.some((scheme) => Object.keys(scheme).length > 0) ? [`-H "Authorization: Bearer $${keyOf(operation)}"`] : [],
    ...sent === undefined ? [] : [`-H "Content-Type: ${sent[0]}"`, `--data-binary ${quoted(String(sent[1].example))}`],
    ...flags,
    ...body === undefined ? [] : [`-H "Content-Type: application/json"`, `-d ${quoted(JSON.stringify(body, null, 2))}`]
  ].join(" \\\n  ")
}
