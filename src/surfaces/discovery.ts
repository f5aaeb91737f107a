import { anonymous } from "#schemas/agents/api"
import { surfaces } from "#schemas/kernel/tenancy"
import { tools } from "#schemas/tools/catalog"
import { TOOLS_VERSION } from "#schemas/tools/request"
import { revisions } from "../mcp/profile.ts"
import { CONNECTOR_PATH, resourceMetadataOf, resourceOf } from "../oauth/paths.ts"
import { TOOLS_PATH } from "../tools/routes.ts"
import { addresses, addressOf } from "./addresses.ts"
import { conventions } from "./conventions.ts"
import { operationPath } from "./docs/paths.ts"
import { type Document, ORIGIN } from "./documents.ts"
import type { Document as OpenApiDocument } from "./openapi/json.ts"

const at = (path: string) => ORIGIN + path

const link = (text: string, path: string, says: string) => `- [${text}](${at(path)}): ${says}`

const catalogue = ({ paths, tags }: OpenApiDocument) => {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  return tags.flatMap(({ description, name }) => [
    `## ${name}`,
    description,
    operations.filter(({ tags }) => tags.includes(name))
      .map(({ operationId, summary }) => link(operationId, operationPath(operationId), `${summary}.`)).join("\n")
  ])
}

const [first] = tools
const call = JSON.stringify({ type: "call_tool", tool: first.name, arguments: first.example })

/** How a client gets at the records of a company, in words. */
const connecting = (): ReadonlyArray<string> => [
  `To connect an AI client to a company, give it the address ${at(CONNECTOR_PATH)} as an MCP server over Streamable HTTP (revisions ` +
  `${revisions.join(" and ")}): it finds by itself where a person signs in by OAuth. The person chooses one company and what the ` +
  "client may do there, and can end it at any time.",
  `It lists the operations that are asked for most; \`search_tools\` finds every other, which can be called by its name. ` +
  "What needs a person's consent is put to that person, through the client where it can ask, else in the dashboard."
]

/** How the tools are called, in words. */
const calling = (perMinute: number): ReadonlyArray<string> => [
  `${tools.length} tools need no key and no account. Call one with a POST to ${at(TOOLS_PATH)} and a JSON body like \`${call}\`; ` +
  "the answer is `{\"success\": true, \"data\": …}`, or `{\"success\": false, \"error\": …}` with a hint that works. " +
  "`{\"type\": \"list_tools\"}` lists all of them with the schemas of their arguments.",
  `The same address is an MCP server over Streamable HTTP (revisions ${revisions.join(" and ")}), without a sign-in. ` +
  `${perMinute.toLocaleString("en")} requests a minute may come from one address.`,
  "Every figure says where it comes from in `provenance`: `aggregate`, `operator` or `illustrative`. Say so too when you pass it on."
]

const llms = (openapi: OpenApiDocument, perMinute: number) => [
  `# ${openapi.info["title"]}`,
  `> ${openapi.info["summary"]}`,
  "There are three ways in: tools for anybody, a connector for AI clients that a person connects to a company, and a REST API for " +
  "companies that have a key.",
  "## Tools",
  ...calling(perMinute),
  tools.map(({ description, name }) => link(name, `${addresses.tools}#${name}`, description)).join("\n"),
  "## Tool connector",
  ...connecting(),
  "## REST API",
  ...conventions.flatMap(({ paragraphs }) => paragraphs),
  "## Documents",
  [
    link("OpenAPI 3.1", addresses.openapi, "every operation with its fields, answers, errors and examples."),
    link("Documentation", addresses.docs, "the same to read, with a curl line for each operation."),
    link("Verbs", addressOf("list_verbs"), "the catalogue of operations: scope, tier, surfaces and marks of each."),
    link("Tools", addresses.tools, "each public tool with its arguments and a form to call it."),
    link("OpenAPI 3.1 of the tools", addresses.toolsOpenapi, "a request and an answer for each public tool."),
    link("MCP", addresses.mcp, "where and how the public tools are called."),
    link("Discovery", addresses.webmcp, "where each company's tools are listed.")
  ].join("\n"),
  ...catalogue(openapi)
].join("\n\n") + "\n"

const json = (path: `/${string}`, content: () => unknown): Document => ({
  path,
  contentType: "application/json",
  text: () => JSON.stringify(content(), null, 2) + "\n"
})

/** The public tool endpoint: one address, both of its languages. */
const toolsOf = (perMinute: number) => ({
  url: at(TOOLS_PATH),
  version: TOOLS_VERSION,
  count: tools.length,
  authentication: "none",
  languages: [
    { language: "mcp", transport: "streamable-http", protocol_versions: revisions },
    { language: "tool_request", transport: "http", method: "POST", content_type: "application/json", example: JSON.parse(call) }
  ],
  rate_limit: { requests: perMinute, per: "minute", counted_by: "address" },
  openapi: at(addresses.toolsOpenapi),
  documentation: at(addresses.tools)
})

/** The connector: where it is, and where a client learns how to sign in to it. */
const connector = {
  url: resourceOf(ORIGIN),
  authentication: "oauth2",
  resource_metadata: resourceMetadataOf(ORIGIN),
  transport: "streamable-http",
  protocol_versions: revisions
}

/** What agents and crawlers look for by convention. It names what is served, and nothing else. */
export const discovery = (openapi: () => OpenApiDocument, perMinute: number): ReadonlyArray<Document> => {
  const about = () => {
    const { summary, title, version } = openapi().info
    return { name: title, version, description: summary }
  }
  const described = { openapi: at(addresses.openapi), documentation: at(addresses.docs), verbs: at(addressOf("list_verbs")) }
  const manifests = {
    public: {
      url_template: `${at(addressOf("get_public_manifest"))}?company_id={company_id}&surface={surface}`,
      authentication: "none",
      surfaces: anonymous
    },
    authenticated: {
      url_template: `${at(addressOf("get_manifest"))}?surface={surface}`,
      authentication: "bearer",
      surfaces
    }
  }
  return [
    json(addresses.mcp, () => ({ ...about(), tools: toolsOf(perMinute), connector, ...described, webmcp: at(addresses.webmcp) })),
    json(addresses.webmcp, () => ({ ...about(), ...described, mcp: at(addresses.mcp), manifests })),
    { path: addresses.llms, contentType: "text/plain; charset=utf-8", text: () => llms(openapi(), perMinute) }
  ]
}
