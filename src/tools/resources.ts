import type { Site } from "#layers/site"
import type { McpResource, McpResourceTemplate } from "../mcp/profile.ts"

export const resources: ReadonlyArray<McpResource<Site>> = []
export const resourceTemplates: ReadonlyArray<McpResourceTemplate<Site>> = []
