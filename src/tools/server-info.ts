import { inputSchema, type JsonSchema } from "#schemas/kernel/json-schema"
import { tools } from "#schemas/tools/catalog"
import { TOOLS_VERSION } from "#schemas/tools/request"
import type { AnyTool } from "#schemas/tools/tool"

/** Unknown arguments are tolerated, so no schema is closed; every reader knows that the arguments are an object of JSON Schema. */
const open = ({ additionalProperties, ...schema }: JsonSchema): JsonSchema => schema

/** What a tool takes and gives, as JSON Schemas. */
export const shapes: ReadonlyMap<string, { readonly input: JsonSchema }> = new Map(
  tools.map((tool: AnyTool) => [tool.name, { input: open(inputSchema(tool.input)) }])
)

/** Every tool as the interface lists it. */
export const listed = tools.map(({ description, name }: AnyTool) => ({ name, description, inputSchema: shapes.get(name)!.input }))

export const serverInfo = { name: "business-platform", version: TOOLS_VERSION, tools: listed }
