import { Effect } from "effect"
import { benchmarkIndustries } from "#schemas/content/industry"
import type { McpPrompt } from "../mcp/profile.ts"

const industries = (value: string) => Effect.succeed(benchmarkIndustries.filter((id) => id.startsWith(value.toLowerCase())))

const industry = { name: "industry", description: "Like dental, or in your own words.", required: true, complete: industries } as const

const asking = (text: string) => Effect.succeed({ messages: [{ role: "user" as const, content: { type: "text" as const, text } }] })

/** Questions that take several tools to answer well. */
export const prompts: ReadonlyArray<McpPrompt<never>> = [
  {
    name: "size_my_business",
    title: "Size my business against its industry",
    description: "Compares the figures of a business with its industry, says which gap matters most and what moves it.",
    arguments: [
      industry,
      { name: "figures", description: "What is known, in your own words: win rate 32 %, average deal 1,800 USD ..." }
    ],
    get: ({ figures, industry }) =>
      asking([
        `Size my business against its industry: ${industry}.`,
        figures === undefined ? "Ask me first for the figures that the benchmarks of my industry name." : `My figures: ${figures}.`,
        "Call get_industry_benchmarks for the industry, then compare_to_benchmark for each of my figures.",
        "Answer with a short table (mine, average, top 25 %, gap), the one gap worth closing first, and what moves it.",
        "Say where the benchmarks come from, and that they are illustrative where their provenance says so. Leave out what you have no figure for."
      ].join("\n"))
  },
  {
    name: "prepare_knowledge_base",
    title: "Fill in a knowledge base",
    description: "Takes the template of an industry and asks for what only the business knows.",
    arguments: [industry],
    get: ({ industry }) =>
      asking([
        `Prepare the knowledge base of my business: ${industry}.`,
        "Call get_industry_kb_template for it. Then ask me for what fills its blanks, a few at a time, the most asked for first.",
        "When I do not know something, leave the blank as it is and list it at the end. Invent nothing."
      ].join("\n"))
  }
]
