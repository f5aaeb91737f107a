import { Effect } from "effect"
import { content } from "#layers/pack/pack"
import { Site } from "#layers/site"
import type { Agent } from "#schemas/content/agents"
import type { HowTo } from "#schemas/content/how-tos"
import { type KbSection, kbSections } from "#schemas/content/internal-kb"
import type { Content } from "#schemas/content/pack"
import type { Item } from "#schemas/content/prose"
import { type Provenance, told } from "#schemas/content/provenance"
import type { get_service_internal_kb as GetServiceInternalKb } from "#schemas/tools/product-inside"
import type { Asked } from "#schemas/tools/tool"
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
      ...asks.length > 0 ? [`A person agrees to each ${asks.join(", ")}.`] : [],
      ...hands_over,
      ...waits_for !== undefined ? [waits_for] : []
    ].join(" ")
  }
}

const howToItem = ({ goal, status, title }: HowTo): Item => ({ title: `${title} (${status})`, text: `${goal} The steps: get_how_to.` })

const sectionOf = (pack: Content, agents: ReadonlyArray<Agent>, origin: string): Readonly<Record<KbSection, Told>> => {
  const own = pack["internal-kb"]
  const howTos = (...categories: ReadonlyArray<HowTo["category"]>) =>
    pack["how-tos"].how_tos.filter(({ category }) => categories.includes(category)).map(howToItem)
  return {
    company_profile: [own.company_profile, own.provenance],
    value_proposition: [own.value_proposition, own.provenance],
    ai_agents: [agents.map(agentItem), pack.agents.provenance],
    pricing: [
      pack.plans.map(({ fits, includes, name }) => ({ title: name, text: `${fits} It has: ${includes.join("; ")}. Prices and limits: get_pricing.` })),
      pack.plans[0].provenance
    ],
    growth_strategies: [howTos("Revenue", "Marketing", "Analytics"), pack["how-tos"].provenance],
    customer_success: [[...own.customer_success, ...howTos("Customer Success")], own.provenance],
    competitive_landscape: [own.competitive_landscape, own.provenance],
    technical_overview: [
      [...pack["how-it-works"].parts.map(({ summary, title }) => ({ title, text: summary })), ...own.technical_overview],
      own.provenance
    ],
    ai_growth_instructions: [own.ai_growth_instructions, own.provenance],
    faqs: [pack.faq.entries.map(({ answer, question }) => ({ title: question, text: answer })), pack.faq.provenance],
    resources: [own.resources.map(({ path, text, title }) => ({ title, text: `${origin}${path} : ${text}` })), own.provenance]
  }
}

export const get_service_internal_kb = Effect.fnUntraced(function*({ agent_name, section = "all" }: Asked<typeof GetServiceInternalKb>) {
  const pack = yield* content
  const agents = section === "ai_agents" && agent_name !== undefined && agent_name.trim() !== ""
    ? yield* agentsNamed(agent_name)
    : pack.agents.agents
  const all = sectionOf(pack, agents, yield* (yield* Site).origin)
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
