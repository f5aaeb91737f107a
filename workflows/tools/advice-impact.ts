import { Effect } from "effect"
import { currentContent } from "#layers/content/content-store"
import type { ToolInput } from "#schemas/tools/catalog"
import { allBuilt } from "./advice-parts.ts"
import { foundIndustry, industryOf } from "./industries.ts"

const NONE = "No customer story is published, and none is made up. Do not cite one."

const compare = {
  tool: "compare_competitors", arguments: {}, why: "What other products are known for, and when they are the better choice."
}
const calculate = {
  tool: "calculate_roi", arguments: { monthly_revenue: 20_000 }, why: "A calculation with your own figures that says what it assumes."
}
const stories = { tool: "get_case_study", arguments: {}, why: "The stories that are published, once there are some." }
const solve = (problem: string) => ({
  tool: "solve_business_problem", arguments: { problem }, why: "What to do about one problem, with and without a product."
})

export const get_transformative_impact = Effect.fnUntraced(function*({ focus = "all" }: ToolInput<"get_transformative_impact">) {
  const content = yield* currentContent
  const { honest_limits, mechanisms, story_needs } = content.impact
  const published = content["case-studies"].length
  return {
    mechanisms: mechanisms
      .filter((one) => focus === "all" || one.focus === focus)
      .map(({ parts, fails_when, focus, how, measure, title }) => ({
        focus, title, how, status: allBuilt(content, parts) ? "today" as const : "planned" as const, measure, fails_when
      })),
    limits: honest_limits,
    ...(focus === "all" || focus === "success_stories") &&
      { success_stories: { count: published, note: published === 0 ? NONE : "Read them with get_case_study.", needs: story_needs } },
    next_steps: focus === "comparisons"
      ? [compare, { ...compare, tool: "compare_service_to_competitor", arguments: { competitor: "hubspot" } }]
      : focus === "success_stories" ? [stories, calculate] : [calculate, solve(content.problems[0].symptoms[0])]
  }
})

export const get_case_study = Effect.fnUntraced(function*({ industry }: ToolInput<"get_case_study">) {
  const content = yield* currentContent
  const wanted = industry === undefined ? undefined : yield* industryOf(industry)
  const told = content["case-studies"].filter((study) => wanted === undefined || study.industry === wanted.industry.id)
  return {
    count: told.length,
    case_studies: told.map(({ parts: _, permission, ...study }) => ({ ...study, permitted_on: permission.given_on })),
    ...told.length === 0 &&
      { note: wanted === undefined || content["case-studies"].length === 0 ? NONE : `None is published for ${foundIndustry(wanted).name}; others are.` },
    needs: content.impact.story_needs,
    next_steps: [
      wanted === undefined
        ? { tool: "get_transformative_impact", arguments: { focus: "all" }, why: "How the service can change something, and how to measure it." }
        : { tool: "check_industry_fit", arguments: { industry: wanted.industry.id }, why: "What it takes over in this industry, and what not." },
      calculate
    ]
  }
})
