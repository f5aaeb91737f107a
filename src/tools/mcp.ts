import { Context, Effect, Result } from "effect"
import { tools } from "#schemas/tools/catalog"
import { TOOLS_VERSION } from "#schemas/tools/request"
import type { AnyTool } from "#schemas/tools/tool"
import type { ContentStore } from "#layers/content/content-store"
import type { Site } from "#layers/kernel/installation/site"
import type { McpTool, ObjectSchema, Profile } from "../mcp/profile.ts"
import { brief } from "./brief.ts"
import { ToolDispatcher } from "./dispatcher.ts"
import { errorOf } from "./language.ts"
import { prompts } from "./prompts.ts"
import { resources, resourceTemplates } from "./resources.ts"
import { givenBy, serverInfo, takenBy, TITLE } from "./server-info.ts"

/** Lists change with a new version of the program only; what is read, with the content. */
const LISTS_MS = 3_600_000
const READS_MS = 300_000

const instructions =
  "Public tools about this business platform and about running a small business: prices, industry benchmarks, calculations, " +
  "knowledge-base templates for 258 industries, advertising, referrals. No key is needed. Every figure says where it comes from: " +
  "repeat its provenance when you quote it, and say when it is illustrative. A refused call says in its hint what works instead."

/** A tool as clients of the protocol see it. */
export const toolOf = (tool: AnyTool): McpTool<ToolDispatcher | Site> => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: takenBy(tool) as ObjectSchema,
  outputSchema: { type: "object", ...brief(givenBy(tool), 1) },
  annotations: tool.nature === "write" ? { readOnlyHint: false, destructiveHint: false } : { readOnlyHint: true },
  call: Effect.fnUntraced(function*(args) {
    const outcome = yield* (yield* ToolDispatcher).call(tool.name, args)
    if (Result.isSuccess(outcome)) return { structured: outcome.success }
    const error = yield* errorOf(outcome.failure, { tool, writing: "mcp" })
    return { isError: true, content: [{ type: "text" as const, text: JSON.stringify({ error }) }] }
  })
})

/** Tools that the endpoint has in MCP besides: those that a suite of tests asks for to see the transport at work. */
export const MoreTools = Context.Reference<ReadonlyArray<McpTool>>("src/tools/MoreTools", { defaultValue: () => [] })

/** The public tools in the Model Context Protocol. Every request stands for itself, so any process can answer it. */
export const publicProfile = (more: ReadonlyArray<McpTool>): Profile<ToolDispatcher | Site | ContentStore> => ({
  name: serverInfo.name,
  title: TITLE,
  version: TOOLS_VERSION,
  instructions,
  tools: [...tools.map(toolOf), ...more],
  resources,
  resourceTemplates,
  prompts,
  lists: { ttl: LISTS_MS, scope: "public" },
  reads: { ttl: READS_MS, scope: "public" }
})
