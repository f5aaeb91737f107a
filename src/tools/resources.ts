import { Effect } from "effect"
import { currentContent, type ContentStore } from "#layers/content/content-store"
import { Api } from "#schemas/api"
import { catalogOf } from "#schemas/kernel/catalog"
import { templateOf as pathOf } from "#schemas/kernel/manifest"
import type { Section } from "#schemas/content/template"
import { tools } from "#schemas/tools/catalog"
import { industriesOf } from "#workflows/tools/industries"
import { type Template, templateOf } from "#workflows/tools/template"
import type { McpResource, McpResourceTemplate } from "../mcp/profile.ts"
import { conventions } from "../surfaces/conventions.ts"

const MARKDOWN = "text/markdown"
const SUGGESTED = 50

const page = (uri: string, text: string) => [{ uri, mimeType: MARKDOWN, text }]

const rest = () => [
  "# REST API",
  ...conventions.flatMap(({ paragraphs, title }) => [`## ${title}`, ...paragraphs]),
  "## Operations",
  catalogOf(Api).map(({ access, method, name, path, summary }) => `- \`${name}\`: ${method} ${pathOf(path)} (${access}). ${summary}.`).join("\n")
].join("\n\n")

const publicTools = () => [
  "# Public tools",
  "Call one with `{\"type\": \"call_tool\", \"tool\": …, \"arguments\": …}` or `tools/call`.",
  ...tools.map(({ description, example, name }) => `## ${name}\n\n${description}\n\nExample: \`${JSON.stringify(example)}\``)
].join("\n\n")

const section = ({ questions, title }: Section) =>
  [`## ${title}`, ...questions.map(({ answer, question }) => `**${question}**\n\n${answer}`)].join("\n\n")

const printed = ({ known: { industry }, sections, template_id }: Template) => [
  `# ${industry.name}`,
  `${industry.about} Template \`${template_id}\`: fill in what stands in double braces.`,
  ...sections.map(section)
].join("\n\n")

const sectors = Effect.map(currentContent, ({ templates }) => [
  "# Knowledge-base templates",
  "Read one at `kb://templates/{industry}`.",
  ...templates.map(({ industries, name }) => `## ${name}\n\n${industries.map(({ id, name }) => `- \`${id}\`: ${name}`).join("\n")}`)
].join("\n\n"))

/** What is worth reading whole. */
export const resources: ReadonlyArray<McpResource<ContentStore>> = [
  {
    uri: "kb://templates",
    name: "kb_templates",
    title: "Knowledge-base templates",
    description: "Every industry that has a template, by sector.",
    mimeType: MARKDOWN,
    read: Effect.map(sectors, (text) => page("kb://templates", text))
  },
  {
    uri: "docs://rest",
    name: "rest_api",
    title: "REST API",
    description: "What holds for every operation, and each operation with its route and scope.",
    mimeType: MARKDOWN,
    read: Effect.sync(() => page("docs://rest", rest()))
  },
  {
    uri: "docs://tools",
    name: "public_tools",
    title: "Public tools",
    description: "Each public tool with an example.",
    mimeType: MARKDOWN,
    read: Effect.sync(() => page("docs://tools", publicTools()))
  }
]

export const resourceTemplates: ReadonlyArray<McpResourceTemplate<ContentStore>> = [
  {
    uriTemplate: "kb://templates/{industry}",
    name: "kb_template",
    title: "Knowledge-base template of an industry",
    description: "Sections of questions and answer skeletons, by the id of the industry.",
    mimeType: MARKDOWN,
    complete: {
      industry: (value) =>
        Effect.map(currentContent, (content) =>
          industriesOf(content).all.map(({ industry }) => industry.id).filter((id) => id.startsWith(value.toLowerCase())).slice(0, SUGGESTED))
    },
    read: ({ industry = "" }, uri) =>
      Effect.map(currentContent, (content) => {
        const known = industriesOf(content).named(industry)
        return known === undefined ? undefined : page(uri, printed(templateOf(content, known)))
      })
  }
]
