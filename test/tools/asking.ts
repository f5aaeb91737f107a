import { Effect } from "effect"
import { benchmarkIndustries } from "#schemas/content/industry"
import { decodedSchema, type JsonSchema } from "#schemas/kernel/json-schema"
import { tools } from "#schemas/tools/catalog"
import type { AnyTool } from "#schemas/tools/tool"
import { json, send, type Sent } from "../support/test-server.ts"

export const all: ReadonlyArray<AnyTool> = tools

/** A ToolRequest over real HTTP. */
export const callTool = (tool: string, args: unknown) => send("/api/mcp", { method: "POST", ...json({ type: "call_tool", tool, arguments: args }) })

/** What a call came to. */
export const resultOf = (tool: string, args: unknown) =>
  Effect.map(callTool(tool, args), ({ json, status }) => ({ status, data: json.data, error: json.error }))

/** The data of a call that must succeed. */
export const answerOf = (tool: string, args: unknown): Effect.Effect<any, never, any> =>
  Effect.map(callTool(tool, args), ({ json, status, text }: Sent) => {
    if (status !== 200 || json?.success !== true) throw new Error(`${tool} ${JSON.stringify(args)}: ${status} ${text.slice(0, 600)}`)
    return json.data
  })

export const propertiesOf = ({ input }: AnyTool) => (decodedSchema(input)["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>

/** The example of a tool, with each value of each enum in turn, and with each industry where it takes one. */
export const variationsOf = (tool: AnyTool): ReadonlyArray<Record<string, unknown>> => {
  const example = tool.example as Record<string, unknown>
  const variations = Object.entries(propertiesOf(tool)).flatMap(([name, schema]) => {
    const values = Array.isArray(schema["enum"]) ? schema["enum"] : name === "industry" ? benchmarkIndustries : []
    return values.map((value) => ({ ...example, [name]: value }))
  })
  return [example, ...variations]
}
