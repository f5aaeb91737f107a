import { anonymous } from "#schemas/agents/api"
import { surfaces } from "#schemas/kernel/tenancy"
import { addresses, addressOf } from "./addresses.ts"
import { conventions } from "./conventions.ts"
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
      .map(({ operationId, summary }) => link(operationId, `${addresses.docs}#${operationId}`, `${summary}.`)).join("\n")
  ])
}

const llms = (openapi: OpenApiDocument) => [
  `# ${openapi.info["title"]}`,
  `> ${openapi.info["summary"]}`,
  ...conventions.flatMap(({ paragraphs }) => paragraphs),
  "## Documents",
  [
    link("OpenAPI 3.1", addresses.openapi, "every operation with its fields, answers, errors and examples."),
    link("Documentation", addresses.docs, "the same to read, with a curl line for each operation."),
    link("Verbs", addressOf("list_verbs"), "the catalogue of operations: scope, tier, surfaces and marks of each."),
    link("Discovery", addresses.webmcp, "where each company's tools are listed.")
  ].join("\n"),
  ...catalogue(openapi)
].join("\n\n") + "\n"

const json = (path: `/${string}`, content: unknown): Document => ({
  path,
  contentType: "application/json",
  text: JSON.stringify(content, null, 2) + "\n"
})

/** What agents and crawlers look for by convention. It names what is served, and nothing else. */
export const discovery = (openapi: OpenApiDocument): ReadonlyArray<Document> => {
  const about = {
    name: openapi.info["title"],
    version: openapi.info["version"],
    description: openapi.info["summary"]
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
    json(addresses.mcp, { ...about, ...described, webmcp: at(addresses.webmcp) }),
    json(addresses.webmcp, { ...about, ...described, manifests }),
    { path: addresses.llms, contentType: "text/plain; charset=utf-8", text: llms(openapi) }
  ]
}
