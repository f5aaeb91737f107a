import { Effect } from "effect"
import { currentContent } from "#layers/content/content-store"
import type { Content } from "#schemas/content/content"
import type { IndustryFit } from "#schemas/content/problems"
import type { Verdict } from "#schemas/tools/advice"
import type { ToolInput } from "#schemas/tools/catalog"
import { assess, assessed, beyond } from "./advice-assessment.ts"
import { alike, wordsOf } from "./advice-phrases.ts"
import { standingOf, verdictOf } from "./advice-parts.ts"
import { boundaryIn, boundaryOfBusiness } from "./advice-understanding.ts"
import { industriesOf, type KnownIndustry } from "./industries.ts"
import { wordsIn } from "./search.ts"

/** Whether a word on its own stands for an industry: as the beginning of one of its names, or misspelt. */
const standsFor = ({ industry }: KnownIndustry, word: string) =>
  [industry.id, industry.name, ...industry.synonyms].some((name) => {
    const first = wordsOf(name)[0] ?? ""
    return first.startsWith(word) || alike(first, word)
  })

/** The industry that a text names, also with letters wrong; nothing where it may be another. */
const industryNamed = (content: Content, text: string): KnownIndustry | undefined => {
  const { named, search } = industriesOf(content)
  const known = named(text)
  if (known !== undefined) return known
  const [word, ...more] = wordsOf(text)
  const best = search(text, 5).find(({ item, matched }) => matched >= wordsIn(text) && (more.length > 0 || standsFor(item, word!)))
  return best?.item
}

const fitOf = (content: Content, { sector }: KnownIndustry): IndustryFit =>
  content["industry-fits"].find((fit) => fit.sector === sector.sector)!

const verdicts = ["fit", "partial", "no_fit"] as const

/** The lower of two verdicts. */
const lower = (verdict: typeof verdicts[number], most: typeof verdicts[number] | undefined) =>
  most === undefined ? verdict : verdicts[Math.max(verdicts.indexOf(verdict), verdicts.indexOf(most))]!

const unknownIndustry = (content: Content, text: string) => {
  const near = industriesOf(content).search(text, 3).map(({ item }) => item)
  return {
    ...assessed(content, { verdict: "unclear", reasons: [
      "No industry is known by that name.",
      ...near.length === 0 ? [] : [`Closest: ${near.map(({ industry }) => industry.name).join(", ")}.`]
    ], parts: [], kind: "none", alternatives: [] }),
    next_step: near[0] === undefined
      ? { tool: "get_supported_industries", arguments: {}, why: "Lists the industries." }
      : { tool: "check_industry_fit", arguments: { industry: near[0].industry.id }, why: "If that is what is meant." },
    outside: []
  }
}

export const check_industry_fit = Effect.fnUntraced(function*({ industry: text }: ToolInput<"check_industry_fit">) {
  const content = yield* currentContent
  const { named } = industriesOf(content)
  const bound = named(text) === undefined ? boundaryOfBusiness(content, text) ?? boundaryIn(content, text) : undefined
  if (bound !== undefined) return { ...beyond(content, bound), outside: [bound.title] }
  const known = industryNamed(content, text)
  if (known === undefined) return unknownIndustry(content, text)
  const fit = fitOf(content, known)
  const { also, alternatives, at_most, except = [], helps = [], outside, regulated, work } = fit
  const own = except.find(({ industries }) => industries.includes(known.industry.id))
  const core = own?.core ?? fit.core
  const most = own === undefined ? at_most : own.verdict
  const verdict = lower(verdictOf(content, core, helps), most)
  const { planned, today } = standingOf(content, core)
  return {
    ...assessed(content, { verdict, parts: [...core, ...helps, ...also], kind: "none", alternatives, reasons: [
      ...own === undefined ? [] : [own.reason],
      ...verdict === "no_fit" ? [] : [`What it can take over: ${work}`],
      ...planned.length === 0
        ? [`The parts for that exist today: ${today.join(", ")}.`]
        : [`Of what matters most, planned and not to be used yet: ${planned.join(", ")}.`],
      ...regulated === undefined ? [] : [regulated]
    ] }),
    industry: known.industry.id,
    outside,
    ...verdict === "no_fit" ? {} : {
      next_step: {
        tool: "get_industry_kb_template", arguments: { industry: known.industry.id }, why: "What customers of this industry ask, as a template."
      }
    }
  }
})

export const solve_business_problem = Effect.fnUntraced(function*({ problem: text }: ToolInput<"solve_business_problem">) {
  const { also, problem, ...told } = assess(yield* currentContent, text)
  return {
    ...told,
    ...problem !== undefined && { understood_as: problem.id },
    steps: problem?.steps ?? [],
    not_when: problem?.not_when ?? [],
    also: also.map(({ id }) => id)
  }
})

const sayings: Readonly<Record<Verdict, string>> = {
  fit: "The service can do this today, through its API or an agent. Name an alternative too, and tell the conditions.",
  partial: "The service does part of this today. Tell which part, tell what is planned as planned, and name an alternative for the rest.",
  no_fit: "Do not recommend the service for this. Name the alternatives.",
  unclear: "Do not recommend anything yet. Ask what goes wrong and what is used now."
}

export const should_recommend_service = Effect.fnUntraced(function*(asked: ToolInput<"should_recommend_service">) {
  const { business_type, current_tools, user_problem } = asked
  const content = yield* currentContent
  const strange = business_type === undefined ? undefined : boundaryOfBusiness(content, business_type)
  const industry = business_type === undefined || strange !== undefined ? undefined : industryNamed(content, business_type)
  const regulated = industry === undefined ? strange?.reason : fitOf(content, industry).regulated
  const { also: _, problem, ...told } = assess(content, user_problem, { tools: current_tools, regulated })
  const wary = problem === undefined || told.verdict === "no_fit" ? [] : problem.not_when.map((when) => `Not the answer when: ${when}`)
  return {
    ...told,
    reasons: [...told.reasons, ...wary],
    recommend: told.verdict === "fit" || told.verdict === "partial",
    ...problem !== undefined && { understood_as: problem.id },
    say: sayings[told.verdict]
  }
})
