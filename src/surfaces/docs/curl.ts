import { ORIGIN } from "../documents.ts"
import { filesIn, MULTIPART } from "./files.ts"
import { type Json, type Media, type OperationObject, type Parameter, resolve } from "../openapi/json.ts"
import type { Document } from "../openapi/json.ts"

const firstOf = (list: unknown): unknown => Array.isArray(list) ? list[0] : undefined

const valueOfParameter = ({ example, schema }: Parameter) =>
  encodeURIComponent(String(example ?? firstOf(schema["examples"]) ?? schema["default"] ?? firstOf(schema["enum"]) ?? 1))

/** In single quotes, as a POSIX shell reads it. */
export const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** What the line has its key in: a person's access token, a key for visitors where nobody else is let in, or any other key. */
const keyOf = ({ security, "x-operation": { scope } }: OperationObject) =>
  scope === "session" ? "ACCESS_TOKEN" : security.some((scheme) => "apiKey" in scheme) ? "API_KEY" : "PUBLISHABLE_KEY"

/** One field of a form. */
interface Part {
  readonly name: string
  readonly value: string
  /** The media type of a file. */
  readonly type?: string
}

/** The example of an operation, before it is written in a language. */
export interface Example {
  readonly method: string
  /** From the root of the service. */
  readonly address: string
  /** The variable of the environment that has the key; nothing where nobody asks for one. */
  readonly key?: string
  readonly body?: Json
  readonly file?: { readonly type: string; readonly content: string }
  readonly parts?: ReadonlyArray<Part>
}

const partsOf = ({ encoding = {}, example }: Media): ReadonlyArray<Part> =>
  Object.entries(example as Readonly<Record<string, unknown>>).flatMap(([name, value]) =>
    name in encoding
      ? [{ name, value: String(value), type: encoding[name]!.contentType.split(",")[0]! }]
      : [value].flat().map((one) => ({ name, value: String(one) })))

export const exampleOf = (document: Document, method: string, path: string, operation: OperationObject): Example => {
  const parameters = operation.parameters.map((parameter) => resolve<Parameter>(document, parameter))
  const address = parameters.filter((parameter) => parameter.in === "path")
    .reduce((address, parameter) => address.replace(`{${parameter.name}}`, valueOfParameter(parameter)), path)
  const query = parameters.filter(({ example, in: place, required }) => place === "query" && (required || example !== undefined))
    .map((parameter, index) => `${index === 0 ? "?" : "&"}${parameter.name}=${valueOfParameter(parameter)}`).join("")
  const body = operation.requestBody?.content["application/json"]?.example
  const [sent] = filesIn(operation.requestBody?.content)
  const multipart = operation.requestBody?.content[MULTIPART]
  return {
    method: method.toUpperCase(), address: address + query,
    ...operation.security.some((scheme) => Object.keys(scheme).length > 0) && { key: keyOf(operation) },
    ...sent !== undefined && { file: { type: sent[0], content: String(sent[1].example) } },
    ...multipart !== undefined && { parts: partsOf(multipart) },
    /* One of the two that it takes is enough. */
    ...body !== undefined && sent === undefined && { body }
  }
}

/** A line for the shell that makes the request; a file in a form is read from what stands before it. */
export const curlOf = ({ address, body, file, key, method, parts = [] }: Example): string => {
  const attached = parts.find(({ type }) => type !== undefined)
  return [
    `${attached === undefined ? "" : `printf '%s' ${quoted(attached.value)} | `}curl ${method === "GET" ? "" : `-X ${method} `}"${ORIGIN}${address}"`,
    ...key === undefined ? [] : [`-H "Authorization: Bearer $${key}"`],
    ...file === undefined ? [] : [`-H "Content-Type: ${file.type}"`, `--data-binary ${quoted(file.content)}`],
    ...parts.map(({ name, type, value }) => type === undefined ? `-F ${quoted(`${name}=${value}`)}` : `-F "${name}=@-;filename=example;type=${type}"`),
    ...body === undefined ? [] : [`-H "Content-Type: application/json"`, `-d ${quoted(JSON.stringify(body, null, 2))}`]
  ].join(" \\\n  ")
}
