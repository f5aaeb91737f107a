import { Schema } from "effect"
import type { JsonSchema } from "#schemas/kernel/json-schema"
import { tools } from "#schemas/tools/catalog"
import { Refused, ServerInfo, TOOLS_VERSION } from "#schemas/tools/request"
import type { AnyTool } from "#schemas/tools/tool"
import { publisher, reachable, type Schemas } from "../surfaces/openapi/components.ts"
import { contactAt } from "../site/paths.ts"
import { attribution, everywhere, type HeaderName, headers, parameters } from "../surfaces/openapi/headers.ts"
import { type Json, refTo } from "../surfaces/openapi/json.ts"
import { pascal } from "../surfaces/openapi/refusals.ts"
import { TOOLS_PATH } from "./routes.ts"
import { refusalRefs, refusalsOf } from "./openapi-refusals.ts"
import { listed, serverInfo, takenBy, TITLE } from "./server-info.ts"

export const SUMMARY = "Tools that any agent can call without a key: pricing, industries, benchmarks, knowledge-base templates and calculations."

const DESCRIPTION = [
  SUMMARY,
  "Send `{\"type\": \"call_tool\", \"tool\": \"<name>\", \"arguments\": {…}}`. The body is one of the `…Request` schemas, told apart by " +
  "`type` and then by `tool`; the answer to a tool is the `…Response` schema of the same name. Arguments that a tool does not know are ignored.",
  "The same address speaks the Model Context Protocol over Streamable HTTP: a body with `jsonrpc` is a message of it, and the tools " +
  "are the same.",
  "Every figure in an answer says where it comes from: `provenance` stands beside it or above it."
].join("\n\n")

const PREFIX = "#/components/schemas/"
const JSON_TYPE = "application/json"

/** What the schema of a tool's answer is called. */
export const answerName = (tool: string) => `${pascal(tool)}Response`

const ref = (name: string): JsonSchema => ({ $ref: PREFIX + name })

const referring = (value: Json): Json =>
  Array.isArray(value)
    ? value.map(referring)
    : typeof value !== "object" || value === null
    ? value
    : Object.fromEntries(Object.entries(value).map(([key, one]) =>
      [key, key === "$ref" ? String(one).replace("#/$defs/", PREFIX) : referring(one)]))

/** What answers are made of: shared parts once, each under its own name. */
const answers = () => {
  const all = Schema.Struct({
    ServerInfo, Refused, ...Object.fromEntries(tools.map(({ name, output }: AnyTool) => [name, output]))
  })
  const { definitions, schema } = Schema.toJsonSchemaDocument(all, { onExcessProperty: "error" })
  return {
    parts: referring(definitions as Json) as Schemas,
    of: (name: string) => (referring((schema as JsonSchema)["properties"]!) as Schemas)[name]!
  }
}

const constant = (value: string | boolean): JsonSchema => ({ type: typeof value, const: value })

const object = (properties: Schemas, required: ReadonlyArray<string>, more: JsonSchema = {}): JsonSchema =>
  ({ type: "object", ...more, properties, required })

const requestOf = ({ description, name, title }: AnyTool, input: JsonSchema): JsonSchema => {
  const given = ref(`${pascal(name)}Arguments`)
  const needs = Array.isArray(input["required"]) && input["required"].length > 0
  const fields: Schemas = {
    type: constant("call_tool"),
    tool: constant(name),
    arguments: { ...given, description: `The arguments of \`${name}\`.` },
    params: { ...given, description: "Taken in place of `arguments`; both only if they are equal." }
  }
  return object(fields, ["type", "tool"], {
    title, description,
    ...needs && {
      anyOf: ["arguments", "params"].map((one) => ({ type: "object", properties: { [one]: fields[one]! }, required: [one] }))
    },
    "x-response": PREFIX + answerName(name)
  })
}

const schemasOf = (): Schemas => {
  const { of, parts } = answers()
  const all: Record<string, JsonSchema> = { ...parts }
  const add = (name: string, schema: JsonSchema) => {
    if (name in all) throw new Error(`two schemas of the tool endpoint are called ${name}`)
    all[name] = schema
  }
  for (const tool of tools as ReadonlyArray<AnyTool>) {
    const { name, title } = tool
    const input = takenBy(tool)
    add(`${pascal(name)}Arguments`, { title: `Arguments of ${name}`, ...input })
    add(`${pascal(name)}Request`, requestOf(tool, input))
    add(answerName(name), object({ success: constant(true), data: of(name) }, ["success", "data"], { title }))
  }
  add("ListToolsRequest", object({ type: constant("list_tools") }, ["type"], {
    title: "List tools", description: "Every tool with the schema of its arguments."
  }))
  add("ListToolsResponse", object({
    success: constant(true),
    data: object({ tools: { type: "array", items: ref("Tool") } }, ["tools"])
  }, ["success", "data"], { title: "List tools" }))
  const calls = Object.fromEntries(tools.map(({ name }) => [name, `${pascal(name)}Request`]))
  add("CallToolRequest", {
    title: "Call a tool",
    oneOf: Object.values(calls).map(ref),
    discriminator: { propertyName: "tool", mapping: Object.fromEntries(Object.entries(calls).map(([tool, name]) => [tool, PREFIX + name])) }
  })
  /* By `type`, which has no discriminator: readers of OpenAPI lose the properties of a choice within a choice. */
  add("ToolRequest", { title: "Request", oneOf: [ref("CallToolRequest"), ref("ListToolsRequest")] })
  add("ToolResponse", { title: "Answer", anyOf: ["ListToolsResponse", ...tools.map(({ name }) => answerName(name))].map(ref) })
  return all
}

const sent = (names: ReadonlyArray<HeaderName>) => Object.fromEntries(names.map((name) => [name, refTo("headers", name)]))

const requests = () => ({
  ...Object.fromEntries(tools.map(({ example, name, title }: AnyTool) =>
    [name, { summary: title, value: { type: "call_tool", tool: name, arguments: example } }])),
  list_tools: { summary: "List tools", value: { type: "list_tools" } }
})

const attributed = attribution.map((name) => refTo("parameters", name))

const pathOf = () => ({
  get: {
    operationId: "get_server_info",
    tags: ["Tools"],
    summary: "List the tools",
    description: "The name and version of the endpoint, and every tool with the schema of its arguments.",
    security: [],
    parameters: [refTo("parameters", "IfNoneMatch"), ...attributed],
    responses: {
      200: {
        description: "What is served.",
        headers: sent([...everywhere, "ETag"]),
        content: { [JSON_TYPE]: { schema: ref("ServerInfo"), example: { ...serverInfo, tools: listed.slice(0, 1) } } }
      },
      304: { description: "Unchanged since the `ETag` in `If-None-Match`.", headers: sent([...everywhere, "ETag"]) },
      ...refusalRefs((status) => status === 429 || status === 500)
    }
  },
  post: {
    operationId: "call_tool",
    tags: ["Tools"],
    summary: "Call a tool",
    description: "Calls one tool, or lists them all. A failure answers with the status in its `error.status`, says what is wrong with each " +
      "argument, and has a hint with a call that works.",
    security: [],
    parameters: attributed,
    requestBody: { required: true, content: { [JSON_TYPE]: { schema: ref("ToolRequest"), examples: requests() } } },
    responses: {
      200: {
        description: "What the tool answers: the `…Response` of its name.",
        headers: sent(everywhere),
        content: { [JSON_TYPE]: { schema: ref("ToolResponse") } }
      },
      ...refusalRefs(() => true)
    }
  }
})

/** The public tool endpoint as OpenAPI 3.1, for a service reached at `origin`; `/` is where the document came from. */
export const toolsOpenapiOf = (origin: string) => {
  const { schemas } = publisher(schemasOf(), new Map())
  const paths = { [TOOLS_PATH]: pathOf() }
  return {
    openapi: "3.1.0",
    info: {
      title: TITLE, version: TOOLS_VERSION, summary: SUMMARY, description: DESCRIPTION,
      contact: contactAt(TITLE, origin), license: { name: "MIT", identifier: "MIT" }
    },
    servers: [{ url: origin, description: "This service." }],
    tags: [{ name: "Tools", description: "One address, two languages: plain requests as described here, and the Model Context Protocol." }],
    paths,
    components: reachable({ schemas, responses: refusalsOf(origin === "/" ? "" : origin), parameters, headers }, paths)
  }
}
