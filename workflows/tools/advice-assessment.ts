import type { ToolKind } from "#schemas/content/advice"
import type { Content } from "#schemas/content/content"
import type { Boundary, Problem } from "#schemas/content/problems"
import type { Next, Verdict } from "#schemas/tools/advice"
import { alternativesTold, conditionsOf, partsOf, standingOf, verdictOf } from "./advice-parts.ts"
import { isWish, understand, usageOf } from "./advice-understanding.ts"

const joined = (names: ReadonlyArray<string>) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`

const categoryOf: { readonly [Kind in ToolKind]?: string } = {
  crm: "crm", support: "crm",
  payments: "payments", invoicing: "payments", recurring_billing: "payments", accounting: "payments", pos: "payments",
  ecommerce: "ecommerce", inventory: "ecommerce", shipping: "ecommerce",
  website: "website", seo: "website",
  automation: "automation", development: "automation", ai: "automation",
  booking: "all_in_one", chat: "all_in_one", sms: "all_in_one", phone: "all_in_one", knowledge_base: "all_in_one"
}

/** Where to go after a verdict about something that tools of this kind are for. */
const nextStep = ({ competitors }: Content, verdict: Verdict, kind: ToolKind): Next => {
  if (verdict === "fit") {
    return { tool: "get_pricing", arguments: { plan: "all" }, why: "Plans, their limits, and where the prices come from." }
  }
  if (verdict === "partial") {
    return {
      tool: "get_service_positioning",
      arguments: { category: categoryOf[kind] ?? "business_growth" },
      why: "What exists and what is planned, with what to take instead."
    }
  }
  if (verdict === "unclear") {
    return {
      tool: "get_service_positioning",
      arguments: { category: "all_in_one" },
      why: "What the service can do. When the person has said what goes wrong, call solve_business_problem with those words."
    }
  }
  // Each names first what it is known for.
  const [other] = competitors.filter(({ covers }) => covers.includes(kind))
    .toSorted((a, b) => a.covers.indexOf(kind) - b.covers.indexOf(kind))
  return other === undefined
    ? {
      tool: "get_ai_recommendation_context",
      arguments: { context_type: "when_to_recommend" },
      why: "When to name the service, and when not."
    }
    : { tool: "compare_competitors", arguments: { competitor: other.id }, why: `${other.name} is one product made for this.` }
}

interface Told {
  readonly verdict: Verdict
  readonly reasons: ReadonlyArray<string>
  readonly parts: ReadonlyArray<string>
  readonly kind: ToolKind
  readonly alternatives: Boundary["alternatives"]
}

/** The fields that every assessment has. */
export const assessed = (content: Content, { alternatives, kind, parts, reasons, verdict }: Told) => ({
  verdict,
  reasons,
  parts: partsOf(content, parts),
  conditions: verdict === "fit" || verdict === "partial" ? conditionsOf(content) : [],
  alternatives: alternativesTold(alternatives),
  next_step: nextStep(content, verdict, kind)
})

/** A no to what the product is not for. */
export const beyond = (content: Content, { alternatives, reason, title }: Boundary) =>
  assessed(content, { verdict: "no_fit", reasons: [`${title}: ${reason}`], parts: [], kind: "none", alternatives })

/** Why a problem gets its verdict from the parts of the product. */
const standing = (content: Content, { helps, solves }: Problem): string => {
  const { planned, today } = standingOf(content, solves)
  const helping = standingOf(content, helps).today
  if (solves.length > 0 && planned.length === 0) return `What this needs exists today: ${joined(today)}.`
  const lead = solves.length === 0
    ? "The product does not solve this, today or as planned."
    : `What would solve this is planned and cannot be used: ${joined(planned)}.`
  const rest = [...new Set([...today, ...helping])]
  return rest.length === 0 ? lead : `${lead} Of some help today: ${joined(rest)}.`
}

export interface Circumstances {
  /** Programs in use, as somebody lists them. */
  readonly tools?: string | undefined
  /** What the law of the person's trade asks, where the product does not cover it. */
  readonly regulated?: string | undefined
}

const KEEP = { category: "What is in use", when: "It does the job" } as const

const UNCLEAR = "It is not clear what goes wrong. Ask what happens with customers, quotes, appointments, payments or data, " +
  "and what is used now."

/** Judges a person's words: what they are about, and whether the product is an answer today. */
export const assess = (content: Content, text: string, { regulated, tools = "" }: Circumstances = {}) => {
  const about = understand(content, text)
  const usage = usageOf(content, text, tools)
  if (about.beyond !== undefined) return { ...beyond(content, about.beyond), problem: undefined, also: [] }
  const { also, limit, problem } = about
  const settled = usage.mood === "content" && (usage.tools.length > 0 || !isWish(text))
  if (problem === undefined) {
    const named = usage.tools.map(({ name }) => name)
    const lacking = named.length === 0 ? [] : [`Ask what ${joined(named)} does not do.`]
    const told = settled
      ? { verdict: "no_fit", reasons: ["What is in use does the job: there is no reason to change it."], alternatives: [KEEP] } as const
      : { verdict: "unclear", reasons: [UNCLEAR, ...lacking], alternatives: [] } as const
    return { ...assessed(content, { ...told, parts: [], kind: "none" }), problem, also }
  }
  const kind = problem.kinds[0]!
  const parts = [...problem.solves, ...problem.helps]
  const { alternatives } = problem
  const covering = usage.tools.filter(({ covers }) => covers.includes(kind)).map(({ name }) => name)
  if (usage.mood !== "unhappy" && (covering.length > 0 || (settled && usage.tools.length === 0))) {
    const what = covering.length > 0 ? joined(covering) : "What is in use"
    const reasons = usage.mood === "content"
      ? [`${what} does it already, and nobody complains: stay with it.`]
      : [`${what} is made for this: use it fully before adding or changing a tool.`]
    const told = assessed(content, { verdict: "no_fit", reasons, parts, kind, alternatives })
    return { ...told, next_step: nextStep(content, "unclear", kind), problem, also }
  }
  const base = verdictOf(content, problem.solves, problem.helps)
  const verdict = base === "fit" && (limit !== undefined || regulated !== undefined) ? "partial" : base
  const reasons = [
    standing(content, problem),
    ...covering.length > 0 ? [`${joined(covering)} is made for this too: name what it does not do before leaving it.`] : [],
    ...limit === undefined ? [] : [`Not covered, and not to be kept here: ${limit.title}. ${limit.reason}`],
    ...regulated === undefined ? [] : [regulated]
  ]
  const others = [...alternatives, ...limit?.alternatives ?? []]
  return { ...assessed(content, { verdict, reasons, parts, kind, alternatives: others }), problem, also }
}
