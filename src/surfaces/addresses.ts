import { templateOf } from "#schemas/kernel/manifest"
import { operations } from "#schemas/operations"

/** Where the documents about the API are. */
export const addresses = {
  home: "/",
  icon: "/favicon.ico",
  robots: "/robots.txt",
  security: "/.well-known/security.txt",
  openapi: "/api/v1/openapi.json",
  docs: "/docs",
  style: "/docs/style.css",
  tools: "/tools",
  toolsStyle: "/tools/style.css",
  toolsScript: "/tools/tools.js",
  toolsOpenapi: "/api/mcp/openapi.json",
  mcp: "/.well-known/mcp.json",
  webmcp: "/.well-known/webmcp.json",
  jwks: "/.well-known/jwks.json",
  llms: "/llms.txt"
} as const

/** Where an operation is; throws if there is none, so that no document points at nothing. */
export const addressOf = (verb: string): string => {
  const entry = operations.get(verb)
  if (entry === undefined) throw new Error(`there is no operation ${verb}`)
  return templateOf(entry.path)
}
