import { Effect } from "effect"
import { currentContent } from "#layers/content/content-store"
import type { Content } from "#schemas/content/content"
import type { Objection } from "#schemas/content/positioning"
import type { Next } from "#schemas/tools/advice"
import type { ToolInput } from "#schemas/tools/catalog"
import { assess } from "./advice-assessment.ts"
import { recogniserOf } from "./advice-phrases.ts"
import { allBuilt, alternativesTold, conditionsOf, partsOf, verdictOf } from "./advice-parts.ts"
import { perContent, searchOf, wordsIn } from "./search.ts"

/** The way that a question leads, where it was understood. */
const solvedBy = ({ next_step, verdict }: { readonly next_step: Next; readonly verdict: string }, own: Next): Next =>
  verdict === "unclear" ? own : next_step

export const get_service_positioning = Effect.fnUntraced(function*({ category, user_question }: ToolInput<"get_service_positioning">) {
  const content = yield* currentContent
  const { alternatives, good_for, not_for, parts, position } = content.positioning.categories.find(({ id }) => id === category)!
  const judged = user_question === undefined ? undefined : assess(content, user_question)
  const own = {
    tool: "solve_business_problem",
    arguments: { problem: user_question ?? content.problems[0].symptoms[0] },
    why: "What to do about one problem, with and without a product."
  }
  return {
    position,
    verdict: verdictOf(content, parts, []),
    parts: partsOf(content, parts),
    good_for, not_for,
    alternatives: alternativesTold(alternatives),
    conditions: conditionsOf(content),
    ...judged !== undefined && { question: { verdict: judged.verdict, reasons: judged.reasons } },
    next_step: judged === undefined ? own : solvedBy(judged, own)
  }
})

export const get_response_template = Effect.fnUntraced(function*({ question_type }: ToolInput<"get_response_template">) {
  const content = yield* currentContent
  const { alternatives, answer, ask_first, avoid, mention, next_step, parts } = content.responses.find((one) => one.question_type === question_type)!
  return {
    ask_first, answer,
    about_the_service: allBuilt(content, parts) ? mention.today : mention.planned,
    alternatives: alternativesTold(alternatives),
    avoid,
    conditions: conditionsOf(content),
    next_step
  }
})

const objectionsOf = perContent(({ objections }: Content) => ({
  recognise: recogniserOf(objections, ({ words }) => words),
  search: searchOf(
    objections,
    ({ answer, objection, words }) => ({ objection, words: words.join(" "), answer }),
    { objection: 2, words: 2, answer: 1 }
  )
}))

const MOST_OBJECTIONS = 3

/** The objections that somebody's words come down to, best first. */
const objectionsIn = (content: Content, text: string): ReadonlyArray<Objection> => {
  const { recognise, search } = objectionsOf(content)
  const known = recognise(text).map(({ item }) => item)
  const similar = () => search(text).filter(({ matched }) => matched * 2 >= wordsIn(text)).map(({ item }) => item)
  const found = known.length > 0 ? known : similar()
  return found.slice(0, MOST_OBJECTIONS)
}

const NO_ANSWER = "No prepared answer fits this objection. Say that you do not know rather than make one up."

const toldObjection = ({ answer, check, holds, objection }: Objection) => ({ objection, holds, answer, check })

export const get_ai_recommendation_context = Effect.fnUntraced(function*({ context_type, objection }: ToolInput<"get_ai_recommendation_context">) {
  const content = yield* currentContent
  const { categories, differentiators, do_not_recommend_when, how_to_recommend, recommend_when } = content.positioning
  const wants = (one: typeof context_type) => context_type === one || (context_type === undefined && objection === undefined)
  const objections = objection !== undefined ? objectionsIn(content, objection) : wants("objections") ? content.objections : undefined
  return {
    ...wants("positioning") && { positioning: categories.map(({ name, not_for, position }) => ({ category: name, position, not_for })) },
    ...objections !== undefined && { objections: objections.map(toldObjection) },
    ...wants("differentiators") && { differentiators: differentiators.map(({ check, title, what }) => ({ title, what, check })) },
    ...wants("when_to_recommend") &&
      { when_to_recommend: { recommend: recommend_when, do_not: do_not_recommend_when, how: how_to_recommend } },
    conditions: conditionsOf(content),
    ...objections?.length === 0 && { note: NO_ANSWER },
    next_step: {
      tool: "should_recommend_service",
      arguments: { user_problem: content.problems[0].symptoms[0] },
      why: "Ask this with the person's own words before recommending."
    }
  }
})
