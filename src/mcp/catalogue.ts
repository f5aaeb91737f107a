import type { Cached, McpPrompt, McpResource, McpResourceTemplate, McpTool, Profile } from "./profile.ts"

const toolName = /^[A-Za-z0-9_.-]{1,128}$/u

const byName = <A>(kind: string, items: ReadonlyArray<A>, nameOf: (item: A) => string): ReadonlyMap<string, A> => {
  const found = new Map(items.map((item) => [nameOf(item), item]))
  if (found.size !== items.length) throw new Error(`two ${kind} have one name`)
  return found
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/gu, "\\$&")

/** Reads the values out of an address; `undefined` when it is another one. */
const matcherOf = (template: string) => {
  const names = [...template.matchAll(/\{(\w+)\}/gu)].map(([, name]) => name!)
  const pattern = new RegExp(`^${template.split(/\{\w+\}/u).map(escaped).join("([^/?#]+)")}$`, "u")
  return (uri: string): Readonly<Record<string, string>> | undefined => {
    const found = pattern.exec(uri)
    if (found === null) return undefined
    try {
      return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1]!)]))
    } catch {
      return undefined
    }
  }
}

const listed = {
  tool: ({ call, needs, ...shown }: McpTool<unknown>) => shown,
  resource: ({ read, ...shown }: McpResource<unknown>) => shown,
  template: ({ complete, read, ...shown }: McpResourceTemplate<unknown>) => shown,
  prompt: ({ arguments: args, get, ...shown }: McpPrompt<unknown>) => ({
    ...shown,
    ...args !== undefined && { arguments: args.map(({ complete, ...argument }) => argument) }
  })
}

const hintOf = ({ scope, ttl }: Cached) => ({ ttlMs: ttl, cacheScope: scope })

/** A profile as it is asked: found by name, its lists made once. Throws when it cannot be served. */
export const catalogueOf = <R>(profile: Profile<R>) => {
  const { changes, lists, logs, prompts, reads, resources, resourceTemplates, sessions, tools } = profile
  const misnamed = tools.find(({ name }) => !toolName.test(name))
  if (misnamed !== undefined) throw new Error(`${misnamed.name} is no name of a tool`)

  const completes = prompts.some((prompt) => prompt.arguments?.some(({ complete }) => complete !== undefined)) ||
    resourceTemplates.some(({ complete }) => complete !== undefined)
  const listChanged = changes !== undefined
  const hint = hintOf(lists)
  return {
    tools: byName("tools", tools, ({ name }) => name),
    resources: byName("resources", resources, ({ uri }) => uri),
    templates: resourceTemplates.map((template) => ({ template, match: matcherOf(template.uriTemplate) })),
    prompts: byName("prompts", prompts, ({ name }) => name),
    lists: {
      tools: tools.map(listed.tool),
      resources: resources.map(listed.resource),
      resourceTemplates: resourceTemplates.map(listed.template),
      prompts: prompts.map(listed.prompt)
    },
    /** Without sessions, clients of 2025-11-25 cannot say which logs they want, nor hear of changes. */
    capabilitiesOf: (modern: boolean) => {
      const lasting = modern || sessions === true
      return {
        ...tools.length > 0 && { tools: { listChanged: listChanged && lasting } },
        ...resources.length + resourceTemplates.length > 0 &&
          { resources: { listChanged: listChanged && lasting, subscribe: listChanged && lasting } },
        ...prompts.length > 0 && { prompts: { listChanged: listChanged && lasting } },
        ...completes && { completions: {} },
        ...logs === true && lasting && { logging: {} }
      }
    },
    cacheHints: {
      "tools/list": hint,
      "prompts/list": hint,
      "resources/list": hint,
      "resources/templates/list": hint,
      "server/discover": hint,
      "resources/read": hintOf(reads)
    }
  }
}

export type Catalogue<R> = ReturnType<typeof catalogueOf<R>>
