import { decodedSchema, inputSchema, type JsonSchema } from "#schemas/kernel/json-schema"
import { tools } from "#schemas/tools/catalog"
import { TOOLS_VERSION } from "#schemas/tools/request"
import type { AnyTool } from "#schemas/tools/tool"

interface Shapes {
  readonly input: JsonSchema
  readonly output: JsonSchema
}

/** Unknown arguments are tolerated, so no schema is closed; a tool without any takes an empty object. */
const open = ({ additionalProperties, anyOf, ...schema }: JsonSchema): JsonSchema => ({ type: "object", ...schema })

/** What each tool takes and gives, as JSON Schemas. */
export const shapes: ReadonlyMap<string, Shapes> = new Map(
  tools.map((tool: AnyTool) => [tool.name, { input: open(inputSchema(tool.input)), output: decodedSchema(tool.output) }])
)

/** Every tool as the interface lists it. */
export const listed = tools.map(({ description, name }: AnyTool) => ({ name, description, inputSchema: shapes.get(name)!.input }))

/** What the endpoint is called, wherever it says so. */
export const TITLE = "Business Platform: public tools"

export const serverInfo = { name: "business-platform", version: TOOLS_VERSION, tools: listed }
