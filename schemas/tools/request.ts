import { Schema } from "effect"
import { ToolError } from "./refusal.ts"

/** Of the description of the public endpoint (interface, section 9). */
export const TOOLS_VERSION = "1.1.0"

export const requestTypes = ["call_tool", "list_tools"] as const

/** What the endpoint says of itself, and of each of its tools. */
export const ServerInfo = Schema.Struct({
  name: Schema.String,
  version: Schema.String,
  tools: Schema.Array(Schema.Struct({
    name: Schema.String,
    description: Schema.String,
    inputSchema: Schema.JsonObject.annotate({ description: "JSON Schema of the arguments." })
  }).annotate({ identifier: "Tool" }))
}).annotate({ identifier: "ServerInfo" })

/** A call that went wrong. */
export const Refused = Schema.Struct({ success: Schema.Literal(false), error: ToolError }).annotate({ identifier: "ToolRefused" })
