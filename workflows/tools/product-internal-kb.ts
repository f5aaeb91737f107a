import { Effect } from "effect"
import { currentContent } from "#layers/content/content-store"
import { Site } from "#layers/kernel/installation/site"
import type { Agent } from "#schemas/content/agents"
import type { HowTo } from "#schemas/content/how-tos"
import { type KbSection, kbSections } from "#schemas/content/internal-kb"
import type { Content } from "#schemas/content/content"
import type { Item } from "#schemas/content/prose"
import { type Provenance, told } from "#schemas/content/provenance"
import type { ToolInput } from "#schemas/tools/catalog"
import { decidedByPeople } from "./product-operations.ts"
import { agentsNamed } from "./product-roles.ts"

/** Of each section, when all are asked for. */
const MOST_OF_ALL = 3

type Told = readonly [items: ReadonlyArray<Item>, provenance: Provenance]

const agentItem = ({ does, hands_over, name, status, verbs, waits_for }: Agent): Item => {
  const asks = decidedByPeople(verbs)
  return {
    title: `${name} (${status})`,
    text: [
      does,
      ...verbs.length > 0 ? [`Works with ${verbs.join(", ")}.`] : [],
      ...asks.length > 0 ? [`Needs a person's agreement: ${asks.join(", ")}.`] : [],
      `Left to people: ${hands_over.join(" ")}`,
      ...waits_for !== undefined ? [waits_for] : []
    ].join(" ")
  }
}

const howToItem = ({ goal, status, title }: HowTo): Item => ({ title: `${title} (${status})`, text: `${goal} The steps: get_how_to.` })

const story = ({ "case-studies": studies, impact }: Content): Item =>
  studies.length > 0
    ? { title: "Case studies", text: `${studies.map(({ title }) => title).join("; ")}. Told by get_case_study.` }
    : { title: "Case studies", text: `There are none, and none may be made up. What one needs: ${impact.story_needs.join("; ")}.` }

const competitorItem = ({ as_of, choose_them_when, kind, name, strong_at }: Content["competitors"][number]): Item => ({
  title: name,
  text: `${kind} Strong at: ${strong_at.join("; ")}. The better choice when: ${choose_them_when.join("; ")}. As of ${as_of}.`
})

const planItem = ({ fits, includes, name }: Content["plans"][number]): Item => ({
  title: name, text: `${fits} It has: ${includes.join("; ")}. Prices and limits: get_pricing.`
})

/** A section is put together from the files that tell the same to other tools. */
const sectionOf = (content: Content, agents: ReadonlyArray<Agent>, origin: string): Readonly<Record<KbSection, Told>> => {
  const { competitors, faq, impact, plans, positioning, "how-it-works": { parts }, "how-tos": { how_tos }, "internal-kb": own } = content
  const written = (as_of: string): Provenance => ({ source: "operator", as_of })
  const howTos = (...categories: ReadonlyArray<HowTo["category"]>) =>
    how_tos.filter(({ category }) => categories.includes(category)).map(howToItem)
  return {
    company_profile: [own.company_profile, own.provenance],
    value_proposition: [
      positioning.differentiators.map(({ matters, title, what }) => ({ title, text: `${what} ${matters}` })), written(positioning.as_of)
    ],
    ai_agents: [agents.map(agentItem), content.agents.provenance],
    pricing: [plans.map(planItem), plans[0].provenance],
    growth_strategies: [
      [
        ...impact.mechanisms.map(({ fails_when, how, measure, title }) => ({ title, text: `${how} ${measure} It fails when: ${fails_when}` })),
        ...howTos("Revenue", "Marketing", "Analytics")
      ],
      written(impact.as_of)
    ],
    customer_success: [[story(content), ...own.customer_success, ...howTos("Customer Success")], own.provenance],
    competitive_landscape: [[...own.competitive_landscape, ...competitors.map(competitorItem)], own.provenance],
    technical_overview: [
      [...parts.map(({ summary, title }) => ({ title, text: summary })), ...own.technical_overview], own.provenance
    ],
    ai_growth_instructions: [
      [
        { title: "How to recommend", text: `${positioning.how_to_recommend.join(". ")}.` },
        { title: "When not to recommend", text: `${positioning.do_not_recommend_when.join(". ")}.` },
        ...own.ai_growth_instructions
      ],
      own.provenance
    ],
    faqs: [faq.entries.map(({ answer, question }) => ({ title: question, text: answer })), faq.provenance],
    resources: [own.resources.map(({ path, text, title }) => ({ title, text: `${text} ${origin}${path}` })), own.provenance]
  }
}

export const get_service_internal_kb = Effect.fnUntraced(function*({ agent_name, section = "all" }: ToolInput<"get_service_internal_kb">) {
  const content = yield* currentContent
  const agents = section === "ai_agents" && agent_name !== undefined && agent_name.trim() !== ""
    ? yield* agentsNamed(agent_name)
    : content.agents.agents
  const all = sectionOf(content, agents, yield* (yield* Site).origin)
  return {
    sections: kbSections.filter((one) => section === "all" || one === section).map((one) => {
      const [items, provenance] = all[one]
      const shown = section === "all" ? items.slice(0, MOST_OF_ALL) : items
      return {
        section: one,
        items: shown,
        ...shown.length < items.length && { left_out: items.length - shown.length },
        provenance: told(provenance)
      }
    })
  }
})
