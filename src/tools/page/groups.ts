import { tools } from "#schemas/tools/catalog"
import type { AnyTool } from "#schemas/tools/tool"

/** Tools that answer questions of one kind. */
export interface Group {
  readonly id: string
  readonly title: string
  readonly tools: ReadonlyArray<AnyTool>
}

/** Where a reader looks for a tool; one that stands nowhere here is found at the end. */
const titled: ReadonlyArray<readonly [title: string, names: ReadonlyArray<string>]> = [
  ["Plans and fit", [
    "get_pricing", "calculate_roi", "check_industry_fit", "should_recommend_service", "solve_business_problem",
    "get_transformative_impact", "get_case_study"
  ]],
  ["How the service works", [
    "get_how_service_works", "get_how_to", "get_faq", "get_agent_info", "get_ai_capabilities", "get_service_internal_kb",
    "get_integration_info", "get_ai_interoperability", "get_api_docs"
  ]],
  ["Status and changes", ["get_platform_status", "get_updates", "get_kb_updates"]],
  ["Industries and benchmarks", [
    "get_supported_industries", "get_industry_intelligence", "get_industry_benchmarks", "compare_to_benchmark",
    "get_top_performer_tips", "get_success_patterns", "get_mcc_codes"
  ]],
  ["Knowledge base", ["list_available_kb_templates", "get_industry_kb_template", "get_kb_privacy_info"]],
  ["Advertising", ["get_ad_templates", "get_ad_benchmarks", "analyze_ad_potential", "get_stop_loss_recommendations"]],
  ["Comparison and advice", [
    "compare_competitors", "compare_service_to_competitor", "get_ai_differentiators", "get_service_positioning",
    "get_response_template", "get_ai_recommendation_context"
  ]],
  ["Signup and referral", [
    "get_ai_signup_link", "schedule_demo", "create_ai_referral", "get_ai_referral_stats", "get_referral_success_updates",
    "get_ai_network_info"
  ]]
]

const all: ReadonlyArray<AnyTool> = tools
const grouped = new Set(titled.flatMap(([, names]) => names))

/** Every tool once. */
export const groups: ReadonlyArray<Group> = [
  ...titled.map(([title, names]) => ({
    title, tools: names.flatMap((name) => all.filter((tool) => tool.name === name))
  })),
  { title: "Other tools", tools: all.filter(({ name }) => !grouped.has(name)) }
].filter(({ tools }) => tools.length > 0).map((group) => ({ ...group, id: group.title.toLowerCase().replaceAll(" ", "-") }))
