import { Effect } from "effect"
import { currentContent } from "#layers/content/content-store"
import { type ComparedCategory, comparedCategories, type Competitor } from "#schemas/content/competitors"
import type { Content } from "#schemas/content/content"
import { unusable } from "#schemas/tools/refusal"
import type { ToolInput } from "#schemas/tools/catalog"
import { recogniserOf } from "./advice-phrases.ts"
import { conditionsOf, standingOf } from "./advice-parts.ts"
import { perContent } from "./search.ts"

const NOTE = "Other products are described by what is publicly known of them on the day given. No prices and no figures: " +
  "see the maker's own pages."

const recogniser = perContent(({ competitors }: Content) =>
  recogniserOf(competitors, ({ aliases, id, name }) => [id, name.toLowerCase(), ...aliases]))

/** The product that a text names, however it is written. */
const competitorIn = (content: Content, text: string): Competitor | undefined => recogniser(content)(text)[0]?.item

const about = ({ as_of, choose_them_when, id, kind, name, strong_at }: Competitor) => ({ id, name, kind, strong_at, choose_them_when, as_of })

export const compare_competitors = Effect.fnUntraced(function*({ competitor }: ToolInput<"compare_competitors">) {
  const content = yield* currentContent
  const { positioning } = content
  const chosen = content.competitors.filter(({ id }) => competitor === undefined || id === competitor)
  return {
    competitors: chosen.map(about),
    service: {
      choose_when: positioning.recommend_when,
      do_not_choose_when: positioning.do_not_recommend_when,
      ...standingOf(content, content.parts.parts.map(({ id }) => id)),
      conditions: conditionsOf(content)
    },
    note: NOTE,
    next_step: {
      tool: "compare_service_to_competitor", arguments: { competitor: chosen[0]!.id }, why: "Category by category."
    }
  }
})

const COMMON_GROUND = "Both can do it: decide by who works in it, people by hand or programs and agents, and try both with your own " +
  "data."

const row = (content: Content, { by_category, covers, name }: Competitor, category: ComparedCategory) => {
  const { parts, position } = content.positioning.categories.find(({ id }) => id === category)!
  const { planned, today } = standingOf(content, parts)
  const covered = covers.includes(category)
  const choose = planned.length > 0 && covered ? "competitor" : planned.length === 0 && !covered ? "service" : "depends"
  const why = choose === "competitor"
    ? `${name} has this today; here it is planned or incomplete.`
    : choose === "service"
    ? `This is no main part of ${name}; here it exists today.`
    : planned.length === 0
    ? COMMON_GROUND
    : "Neither is made for this today: look for a product of that kind."
  return { category, competitor: by_category[category], service: position, today, planned, choose, why } as const
}

export const compare_service_to_competitor = Effect.fnUntraced(function*({ category, competitor: text }: ToolInput<"compare_service_to_competitor">) {
  const content = yield* currentContent
  const other = competitorIn(content, text)
  if (other === undefined) {
    return yield* unusable("competitor", text, {
      error: "nothing is known of a product of this name",
      hint: `Known: ${content.competitors.map(({ id }) => id).join(", ")}.`,
      see: { tool: "compare_competitors", arguments: {} }
    })
  }
  return {
    competitor: about(other),
    rows: comparedCategories.filter((one) => category === undefined || one === category).map((one) => row(content, other, one)),
    conditions: conditionsOf(content),
    note: NOTE
  }
})

export const get_ai_differentiators = Effect.fnUntraced(function*({ compare_to }: ToolInput<"get_ai_differentiators">) {
  const content = yield* currentContent
  const other = compare_to === undefined ? undefined : competitorIn(content, compare_to)
  return {
    differentiators: content.positioning.differentiators
      .filter(({ parts }) => standingOf(content, parts).planned.length === 0)
      .map(({ ask_others, check, matters, title, what }) => ({ title, what, matters, check, ask_others })),
    conditions: conditionsOf(content),
    ...other !== undefined && { compared_to: about(other) },
    note: other === undefined && compare_to !== undefined
      ? "Nothing is known here of what it was to be compared with. Each point says what to ask of it."
      : "Nothing is claimed of other products: each point says how to check it here and what to ask there."
  }
})
