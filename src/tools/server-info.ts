import { memoize } from "effect/Function"
import { decodedSchema, inputSchema, type JsonSchema } from "#schemas/kernel/json-schema"
import { tools } from "#schemas/tools/catalog"
import { TOOLS_VERSION } from "#schemas/tools/request"
import type { AnyTool } from "#schemas/tools/tool"

/** Unknown arguments are tolerated, so no schema is closed; a tool without any takes an empty object. */
const open = ({ additionalProperties, anyOf, ...schema }: JsonSchema): JsonSchema => ({ type: "object", ...schema })

/** What a tool takes, as a JSON Schema. */
export const takenBy = memoize(({ input }: AnyTool) => open(inputSchema(input)))

/** What it answers. */
export const givenBy = memoize(({ output }: AnyTool) => decodedSchema(output))

/** Every tool as the interface lists it. */
export const listed = tools.map((tool: AnyTool) => ({
  name: tool.name, description: tool.description, inputSchema: takenBy(tool)
}))

/** What the endpoint is called, wherever it says so. */
export const TITLE = "Business Platform: public tools"

export const serverInfo = { name: "business-platform", version: TOOLS_VERSION, tools: listed }
