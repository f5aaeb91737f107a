import {
  type CallToolResult, type GetPromptResult, type InputRequiredResult, type ListPromptsResult, type ListResourcesResult,
  type ListResourceTemplatesResult, type ListToolsResult, MissingRequiredClientCapabilityError, ProtocolError, ProtocolErrorCode,
  type ReadResourceResult, Server, type ServerContext
} from "@modelcontextprotocol/server"
import { Effect } from "effect"
import { type Codec, run, work } from "./calling.ts"
import type { Catalogue } from "./catalogue.ts"
import {
  type InputRequired, type JsonObject, type McpCall, McpError, type McpPrompt, type Profile, type ResourceContents, type ToolResult
} from "./profile.ts"

const MOST_VALUES = 100
/** How long a client of 2025-11-25 may take over a question, while its call waits. */
const ASKING_MS = 600_000

const invalid = (message: string, data?: JsonObject) => new ProtocolError(ProtocolErrorCode.InvalidParams, message, data)

/** As the protocol writes it. */
export const contentOf = ({ content, isError, meta, structured }: ToolResult) => ({
  content: content ?? [{ type: "text" as const, text: JSON.stringify(structured ?? {}) }],
  ...structured !== undefined && { structuredContent: structured },
  ...meta !== undefined && { _meta: meta },
  ...isError === true && { isError }
})

const missingOf = ({ arguments: known = [] }: McpPrompt<unknown>, given: Readonly<Record<string, string>>) =>
  known.filter(({ name, required }) => required === true && given[name] === undefined).map(({ name }) => name)

/** What there is at an address, or `undefined`. */
const readerOf = <R>({ resources, templates }: Catalogue<R>, uri: string) => {
  const resource = resources.get(uri)
  if (resource !== undefined) return resource.read
  for (const { match, template } of templates) {
    const values = match(uri)
    if (values !== undefined) return template.read(values, uri)
  }
  return undefined
}

/** What proposes values for an argument; `undefined` when it has nothing to propose; throws when there is no such thing. */
const completerOf = <R>(
  { prompts, templates }: Catalogue<R>,
  ref: { readonly type: string; readonly name?: string; readonly uri?: string },
  argument: string
) => {
  if (ref.type === "ref/prompt") {
    const prompt = prompts.get(ref.name ?? "")
    if (prompt === undefined) throw invalid("There is no such prompt to complete.")
    return prompt.arguments?.find(({ name }) => name === argument)?.complete
  }
  const found = templates.find(({ template }) => template.uriTemplate === ref.uri)
  if (found === undefined) throw invalid("There is no such template to complete.")
  return found.template.complete?.[argument]
}

/** A profile as the SDK serves it: made for one request, or for one session. */
export const serverOf = <R>(profile: Profile<R>, catalogue: Catalogue<R>, codec: Codec, modern: boolean): Server => {
  const { instructions, logs = false, name, offers, title, version, websiteUrl } = profile
  const { lists, prompts, tools } = catalogue
  const capabilities = catalogue.capabilitiesOf(modern)
  const server = new Server({ name, title, version, ...websiteUrl !== undefined && { websiteUrl } }, {
    capabilities,
    instructions,
    cacheHints: catalogue.cacheHints,
    inputRequired: { roundTimeoutMs: ASKING_MS },
    requestState: { verify: codec.verify }
  })
  /* The shapes of the profile are those of the protocol, which the SDK writes down as mutable. */
  const working = <A, B extends object>(
    effect: Effect.Effect<A | InputRequired, McpError, R | McpCall>,
    name: string,
    args: unknown,
    ctx: ServerContext,
    done: (made: A) => object
  ) => work(server, codec, logs, effect, { name, args }, ctx, done) as Promise<unknown> as Promise<B | InputRequiredResult>
  const shown = {
    tools: (offered: (tool: string) => boolean) => ({ tools: lists.tools.filter(({ name }) => offered(name)) }) as unknown as ListToolsResult,
    resources: { resources: lists.resources } as unknown as ListResourcesResult,
    templates: { resourceTemplates: lists.resourceTemplates } as unknown as ListResourceTemplatesResult,
    prompts: { prompts: lists.prompts } as unknown as ListPromptsResult
  }

  if (capabilities.tools !== undefined) {
    const all = shown.tools(() => true)
    server.setRequestHandler("tools/list", (_, ctx) => offers === undefined ? all : run(Effect.map(offers, shown.tools), ctx))
    server.setRequestHandler("tools/call", ({ params: { arguments: args = {}, name } }, ctx) => {
      const tool = tools.get(name)
      if (tool === undefined) throw invalid(`There is no tool ${name.slice(0, 128)}: ${tools.has("search_tools") ? "search_tools finds" : "tools/list names"} those there are.`)
      const has = server.getClientCapabilities() ?? {}
      const missing = (tool.needs ?? []).filter((need) => has[need] === undefined)
      if (missing.length > 0) {
        throw new MissingRequiredClientCapabilityError({ requiredCapabilities: Object.fromEntries(missing.map((need) => [need, {}])) })
      }
      return working<ToolResult, CallToolResult>(tool.call(args as JsonObject), name, args, ctx, contentOf)
    })
  }
  if (capabilities.resources !== undefined) {
    server.setRequestHandler("resources/list", () => shown.resources)
    server.setRequestHandler("resources/templates/list", () => shown.templates)
    server.setRequestHandler("resources/read", ({ params: { uri } }, ctx) => {
      const nothing = new McpError(ProtocolErrorCode.InvalidParams, "There is no such resource.", { uri })
      const read = Effect.flatMap(readerOf(catalogue, uri) ?? Effect.fail(nothing), (made) =>
        made === undefined ? Effect.fail(nothing) : Effect.succeed(made))
      return working<ReadonlyArray<ResourceContents>, ReadResourceResult>(read, uri, {}, ctx, (contents) => ({ contents }))
    })
  }
  if (capabilities.prompts !== undefined) {
    server.setRequestHandler("prompts/list", () => shown.prompts)
    server.setRequestHandler("prompts/get", ({ params: { arguments: args = {}, name } }, ctx) => {
      const prompt = prompts.get(name)
      if (prompt === undefined) throw invalid(`There is no prompt ${name.slice(0, 128)}: prompts/list names those there are.`)
      const missing = missingOf(prompt, args)
      if (missing.length > 0) throw invalid(`These arguments are missing: ${missing.join(", ")}.`)
      return working<object, GetPromptResult>(prompt.get(args), name, args, ctx, (made) => made)
    })
  }
  if (capabilities.completions !== undefined) {
    server.setRequestHandler("completion/complete", async ({ params: { argument, context, ref } }, ctx) => {
      const completer = completerOf(catalogue, ref, argument.name)
      const values = completer === undefined ? [] : await run(completer(argument.value, context?.arguments ?? {}), ctx)
      return { completion: { values: values.slice(0, MOST_VALUES), total: values.length, hasMore: values.length > MOST_VALUES } }
    })
  }
  return server
}
